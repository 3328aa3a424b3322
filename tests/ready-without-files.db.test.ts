import { afterAll, beforeAll, expect, it } from 'vitest';
import { s3Store } from '../server/files/s3/s3-store.ts';
import { findStoreTrouble } from '../server/files/store/content-store.ts';
import { createLog } from '../server/platform/logging/log.ts';
import { troublesOf } from '../server/platform/logging/troubles.ts';
import { machineNow, machineRandom } from '../server/platform/machine.ts';
import type { BucketSetting } from '../server/platform/settings/files-setting.ts';
import { type StoreProxy, startStoreProxy } from './support/store-proxy.ts';
import { createTestApp } from './support/test-app.ts';

/**
 * A check of the store delays /readyz by at most 1 s, in ms with a reserve for a busy machine; the store's
 * own timeout is longer.
 */
const RESPONSE_MS_MAX = 6_000;
const PATIENCE = { within_ms: 8_000, response_ms: 8_000 };

let proxy: StoreProxy;
let nowhere: string;

beforeAll(async () => {
  proxy = await startStoreProxy('http://127.0.0.1:1');
  proxy.meddle = () => new Promise(() => undefined);
  const gone = await startStoreProxy('http://127.0.0.1:1');
  nowhere = gone.endpoint;
  await gone.close();
});
afterAll(() => proxy.close());

it.each([
  ['hangs', () => proxy.endpoint],
  ['refuses', () => nowhere],
])('a server is ready in time while its bucket %s, and degraded after the timeout', async (_, endpoint) => {
  const keys = { access_key_id: 'key', secret_access_key: 'secret', session_token: null };
  const bucket: BucketSetting = {
    kind: 's3',
    bucket: 'files',
    endpoint: endpoint(),
    region: 'us-east-1',
    keys,
  };
  const store = s3Store(bucket, { now: machineNow, random: machineRandom }, { patience: PATIENCE });
  let checks = 0;
  const clock = { now: new Date() };
  const troubles = troublesOf(
    [
      () => {
        checks += 1;
        return findStoreTrouble(store);
      },
    ],
    { log: createLog('info', { write: () => undefined }), now: () => clock.now },
  );
  const app = await createTestApp({ troubles });
  const readiness = async () => {
    const began = performance.now();
    const response = await app.send('GET', '/readyz');
    expect(performance.now() - began).toBeLessThan(RESPONSE_MS_MAX);
    expect(response.status).toBe(200);
    return response.json();
  };
  try {
    const first = readiness();
    await expect.poll(() => checks).toBe(1);
    // No second check starts while one is running.
    clock.now = new Date(clock.now.getTime() + 10_000);
    expect(await Promise.all([first, readiness()])).toEqual([{ ready: true }, { ready: true }]);
    expect(checks).toBe(1);
    await expect.poll(() => troubles()).toHaveLength(1);
    // The last result is returned during the next check.
    clock.now = new Date(clock.now.getTime() + 10_000);
    expect(await readiness()).toEqual({ ready: true, status: 'degraded' });
    expect(checks).toBe(2);
  } finally {
    await app.drop();
  }
});
