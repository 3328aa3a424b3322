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

/** OpenStack Swift, which speaks S3 and checks signatures. */
export type Swift = {
  endpoint: string;
  /** A new, empty bucket. */
  makeBucket(): Promise<BucketSetting>;
  stop(): Promise<void>;
};

const SERVER = fileURLToPath(new URL('swift-server.py', import.meta.url));
/** Debian's own: its packages are not there for another one. */
const PYTHON = '/usr/bin/python3';
const KEYS = { access_key_id: 'shop:server', secret_access_key: 'the-secret-of-the-tests' };
/** Of the same store, with no rights in the buckets of others. */
export const STRANGERS_KEYS = { ...KEYS, access_key_id: 'shop:stranger', session_token: null };

/** Null where it cannot be had, which is said: `without` tells what is not tested then. */
export function installedSwift(without: string): typeof startSwift | null {
  const missing = ensureDebianPackages({
    title: 'OpenStack Swift',
    programs: ['account', 'container', 'object', 'proxy'].map((kind) => `/usr/bin/swift-${kind}-server`),
    packages: ['swift-account', 'swift-container', 'swift-object', 'swift-proxy'],
  });
  if (missing) console.log(`${missing}. Not tested: ${without}.`);
  return missing ? null : startSwift;
}

/** Starts it on loopback, with an empty directory of its own. It ends with this process. */
async function startSwift(): Promise<Swift> {
  const directory = await makeTemporaryDirectory();
  const { access_key_id, secret_access_key } = KEYS;
  const keys_a_page = '3';
  const child = spawn(PYTHON, [SERVER, directory.path, access_key_id, secret_access_key, keys_a_page], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const ended = once(child, 'exit');
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => resolve(line.replace('ready ', '')));
    void ended.then(() => reject(new Error(`Swift ended instead of getting ready:\n${said.join('\n')}`)));
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
      await s3Requests(setting, MACHINE).ask({ method: 'PUT', key: '', asked: 'be made' });
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

/** What lies in a bucket, whatever it is. */
export function objectsOf(bucket: BucketSetting) {
  return s3Objects(s3Requests(bucket, MACHINE), bucket.bucket, machineNow);
}

/** The keys of everything there. */
export async function keysIn(bucket: BucketSetting): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objectsOf(bucket).list('')) keys.push(key);
  return keys.sort();
}
