import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs';
import { s3Objects } from '../../server/files/s3/s3-objects.ts';
import { s3Requests } from '../../server/files/s3/s3-requests.ts';
import { machineNow, machineRandom } from '../../server/platform/machine.ts';
import type { BucketSetting } from '../../server/platform/settings/files-setting.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

/** A running OpenStack Swift, which implements S3 and verifies signatures. */
export type Swift = {
  endpoint: string;
  /** Creates a new, empty bucket. */
  makeBucket(): Promise<BucketSetting>;
  stop(): Promise<void>;
};

const SERVER = fileURLToPath(new URL('swift-server.py', import.meta.url));
/** Debian's Python: Debian's Swift packages are not available to another one. */
const PYTHON = '/usr/bin/python3';
const KEYS = { access_key_id: 'shop:server', secret_access_key: 'the-secret-of-the-tests' };
/** Keys of another account of the same store, without access to the other buckets. */
export const STRANGERS_KEYS = { ...KEYS, access_key_id: 'shop:stranger', session_token: null };

/** Returns null if Swift is not installed, and prints so; `without` names what is then not tested. */
export function installedSwift(without: string): typeof startSwift | null {
  const missing = ensureDebianPackages({
    title: 'OpenStack Swift',
    programs: ['account', 'container', 'object', 'proxy'].map((kind) => `/usr/bin/swift-${kind}-server`),
    packages: ['swift-account', 'swift-container', 'swift-object', 'swift-proxy'],
  });
  if (missing) console.log(`${missing}. Not tested: ${without}.`);
  return missing ? null : startSwift;
}

/** Starts Swift on loopback, with an empty directory. It ends with this process. */
async function startSwift(): Promise<Swift> {
  const directory = await makeTemporaryDirectory();
  const { access_key_id, secret_access_key } = KEYS;
  const keys_per_page = '3';
  const child = spawn(PYTHON, [SERVER, directory.path, access_key_id, secret_access_key, keys_per_page], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const ended = once(child, 'exit');
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => resolve(line.replace('ready ', '')));
    void ended.then(() => reject(new Error(`Swift ended before it was ready:\n${output.join('\n')}`)));
  });
  const endpoint = `http://127.0.0.1:${port}`;
  let made = 0;
  return {
    endpoint,
    async makeBucket() {
      made += 1;
      const keys = { ...KEYS, session_token: null };
      const bucket = `files-${made}`;
      const setting: BucketSetting = { kind: 's3', bucket, endpoint, region: 'us-east-1', keys };
      await s3Requests(setting, MACHINE).send({ method: 'PUT', key: '', action: 'be made' });
      return setting;
    },
    async stop() {
      child.stdin.end();
      await ended;
      await directory.remove();
    },
  };
}

const MACHINE = { now: machineNow, random: machineRandom };

/** All objects of a bucket, of any kind. */
export function objectsOf(bucket: BucketSetting) {
  return s3Objects(s3Requests(bucket, MACHINE), bucket.bucket, machineNow);
}

/** Returns the sorted keys of all objects of a bucket. */
export async function keysIn(bucket: BucketSetting): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objectsOf(bucket).list('')) keys.push(key);
  return keys.sort();
}
