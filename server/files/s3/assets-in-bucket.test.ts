/** @module-tag files */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Refusal, startStoreProxy } from '../../../tests/support/store-proxy.ts';
import { installedSwift, keysIn, objectsOf, type Swift } from '../../../tests/support/swift.ts';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { machineNow, machineRandom } from '../../platform/machine.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { assetsInBucket } from './assets-in-bucket.ts';

const startSwift = installedSwift('builds stored in a bucket');
const SECRETS = ['a secret of the tests, long enough to be one'];

describe.runIf(startSwift)('builds in a bucket', () => {
  let swift: Swift;
  let bucket: BucketSetting;
  let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;

  beforeAll(async () => {
    if (startSwift) swift = await startSwift();
    bucket = await swift.makeBucket();
    directory = await makeTemporaryDirectory();
  });
  afterAll(async () => {
    await directory?.remove();
    await swift?.stop();
  });

  /** Opens the builds without a cache, as another server. */
  const server = (secrets = SECRETS) =>
    assetsInBucket(bucket, secrets, { now: machineNow, random: machineRandom });

  async function built(name: string): Promise<string> {
    const assets = join(directory.path, name);
    await mkdir(assets);
    await writeFile(join(assets, `${name}-1a2b.js`), `the script of ${name}`);
    await writeFile(join(assets, `${name}-1a2b.js.br`), 'small');
    return assets;
  }
  const read = async (...names: string[]) => (await server().read(names))?.bytes.toString();

  it('are found by all servers with the secret, in order of the requested names', async () => {
    await server().keep(await built('a'));
    await server().keep(await built('b'));
    expect(await read('a-1a2b.js')).toBe('the script of a');
    expect(await read('b-1a2b.js.br', 'b-1a2b.js')).toBe('small');
    expect(await read('b-1a2b.js.gz', 'b-1a2b.js')).toBe('the script of b');
    expect(await read('c-1a2b.js')).toBeUndefined();
    expect(await server(['another secret, of another installation']).read(['a-1a2b.js'])).toBeNull();
  });

  it('are read again immediately after a failure of the bucket', async () => {
    const proxy = await startStoreProxy(swift.endpoint);
    const there = assetsInBucket({ ...bucket, endpoint: proxy.endpoint }, SECRETS, {
      now: machineNow,
      random: machineRandom,
    });
    proxy.meddle = async () => s3Refusal(403, 'AccessDenied');
    await expect(there.read(['a-1a2b.js'])).rejects.toThrow('has no permission');
    proxy.meddle = async (_, pass) => pass();
    expect((await there.read(['a-1a2b.js']))?.bytes.toString()).toBe('the script of a');
    await proxy.close();
  });

  it('are ignored if a file or list is not signed by a server', async () => {
    const objects = objectsOf(bucket);
    const keys = await keysIn(bucket);
    const [list = ''] = keys.filter((key) => key.endsWith('.list'));
    await objects.put('web-assets/0123456789abcdef/evil.js', Buffer.from('steal()'));
    await objects.put('web-assets/0123456789abcdef.list', Buffer.from(`${'0'.repeat(64)}\n{"evil.js":"1"}`));
    expect(await read('evil.js')).toBeUndefined();
    const [script = ''] = keys.filter((key) => key.endsWith('/a-1a2b.js'));
    await objects.put(script, Buffer.from('steal()'));
    expect(await read('a-1a2b.js')).toBeUndefined();
    expect(list).toMatch(/^web-assets\/[0-9a-f]{16}\.list$/);
  });
});
