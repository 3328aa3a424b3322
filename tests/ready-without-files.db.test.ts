import { afterAll, beforeAll, expect, it } from 'vitest';
import { s3Store } from '../server/files/s3/s3-store.ts';
import { storeTrouble } from '../server/files/store/content-store.ts';
import { createLog } from '../server/platform/logging/log.ts';
import { troublesOf } from '../server/platform/logging/troubles.ts';
import { machineNow, machineRandom } from '../server/platform/machine.ts';
import type { BucketSetting } from '../server/platform/settings/files-setting.ts';
import { type StoreProxy, startStoreProxy } from './support/store-proxy.ts';
import { createTestApp } from './support/test-app.ts';

/** Nobody waits longer than 1 s for a look at the store, a little more on a busy machine, in ms: the store itself takes longer. */
const ANSWERED_MS_MAX = 6_000;
const PATIENCE = { within_ms: 8_000, answer_ms: 8_000 };

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
])(
  'a server is ready in time while its bucket %s, and degraded once it has given up',
  async (_, endpoint) => {
    const keys = { access_key_id: 'key', secret_access_key: 'secret', session_token: null };
    const bucket: BucketSetting = {
      kind: 's3',
      bucket: 'files',
      endpoint: endpoint(),
      region: 'us-east-1',
      keys,
    };
    const store = s3Store(bucket, { now: machineNow, random: machineRandom }, { patience: PATIENCE });
    let looks = 0;
    const clock = { now: new Date() };
    const troubles = troublesOf(
      [
        () => {
          looks += 1;
          return storeTrouble(store);
        },
      ],
      { log: createLog('info', { write: () => undefined }), now: () => clock.now },
    );
    const app = await createTestApp({ troubles });
    const ask = async () => {
      const began = performance.now();
      const answer = await app.send('GET', '/readyz');
      expect(performance.now() - began).toBeLessThan(ANSWERED_MS_MAX);
      expect(answer.status).toBe(200);
      return answer.json();
    };
    try {
      const first = ask();
      await expect.poll(() => looks).toBe(1);
      // Another look is not begun beside one that goes on.
      clock.now = new Date(clock.now.getTime() + 10_000);
      expect(await Promise.all([first, ask()])).toEqual([{ ready: true }, { ready: true }]);
      expect(looks).toBe(1);
      await expect.poll(() => troubles()).toHaveLength(1);
      // What was known is told while it is looked at again.
      clock.now = new Date(clock.now.getTime() + 10_000);
      expect(await ask()).toEqual({ ready: true, status: 'degraded' });
      expect(looks).toBe(2);
    } finally {
      await app.drop();
    }
  },
);
