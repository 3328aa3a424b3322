/** @module-tag files */

import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StoreProxy, s3Refusal, startStoreProxy } from '../../../tests/support/store-proxy.ts';
import { installedSwift, keysIn, STRANGERS_KEYS, type Swift } from '../../../tests/support/swift.ts';
import { sha256Of } from '../../../tests/support/test-delivery.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { machineNow, machineRandom } from '../../platform/machine.ts';
import { Problem } from '../../platform/problem.ts';
import type { BucketSetting } from '../../platform/settings/files-setting.ts';
import { findStoreTrouble, storeProblem } from '../store/content-store.ts';
import { s3Store } from './s3-store.ts';

/** Tests of buckets that are missing, inaccessible, slow or interrupted, or that return wrong data. */

const startSwift = installedSwift('failures of a bucket');
const PATIENT = { within_ms: 30_000, response_ms: 10_000 };
const IMPATIENT = { patience: { within_ms: limitMs(2_000), response_ms: limitMs(700) } };
const SHORT = { patience: { within_ms: limitMs(2_000), response_ms: limitMs(2_000) } };
const MINUTE_MS = 60_000;

describe.runIf(startSwift)('failures of a bucket', () => {
  let swift: Swift;
  let proxy: StoreProxy;
  let bucket: BucketSetting;
  let unreachable: string;

  beforeAll(async () => {
    if (startSwift) swift = await startSwift();
    proxy = await startStoreProxy(swift.endpoint);
    const gone = await startStoreProxy(swift.endpoint);
    unreachable = gone.endpoint;
    await gone.close();
  });
  afterAll(async () => {
    await proxy?.close();
    await swift?.stop();
  });
  beforeEach(async () => {
    proxy.meddle = async (_, pass) => pass();
    bucket = { ...(await swift.makeBucket()), endpoint: proxy.endpoint };
    proxy.asked.length = 0;
  });

  const storeOf = (setting: Partial<BucketSetting> = {}, { now = machineNow, patience = PATIENT } = {}) =>
    s3Store(
      { ...bucket, ...setting },
      { now, random: machineRandom },
      { settled_after_ms: -MINUTE_MS, patience },
    );
  const later = (minutes: number) => ({ now: () => new Date(machineNow().getTime() + minutes * MINUTE_MS) });

  const bytes = new TextEncoder().encode('the content');
  const sha256 = sha256Of(bytes);
  const keysOf = (changes: Partial<BucketSetting['keys']>) => ({ keys: { ...bucket.keys, ...changes } });

  it.each<[string, () => ReturnType<typeof storeOf>, RegExp]>([
    [
      'a missing bucket',
      () => storeOf({ bucket: 'none' }),
      /there is no such bucket: create it, or correct FILES_URL/,
    ],
    [
      'a bucket of another account',
      () => storeOf({ keys: STRANGERS_KEYS }),
      /key shop:stranger has no permission/,
    ],
    [
      'a wrong secret',
      () => storeOf(keysOf({ secret_access_key: 'wrong' })),
      /AWS_SECRET_ACCESS_KEY is not the secret of key shop:server/,
    ],
    ['a clock that is behind', () => storeOf({}, later(-20)), /clock is 20 min behind the store's/],
    ['a clock that is ahead', () => storeOf({}, later(20)), /clock is 20 min ahead of the store's/],
    [
      'a refused connection',
      () => storeOf({ endpoint: unreachable }, IMPATIENT),
      /^(files cannot be stored: )?bucket files-\d+ at http:\S+ cannot (store|return) \S+ connect ECONNREFUSED/,
    ],
  ])('%s is reported to the operator, and uploads stay on the device', async (_, open, message) => {
    const store = open();
    expect(await findStoreTrouble(store)).toMatch(message);
    const failure = await store.receive(sha256, bytes).catch((error: unknown) => error);
    expect(storeProblem(failure)).toMatchObject({ code: 'storage_unavailable', cause: failure });
    expect(storeProblem(failure)).toBeInstanceOf(Problem);
    await expect(store.has(1, sha256)).rejects.toThrow(message);
  });

  it('a slow bucket is reported after the time limit', async () => {
    proxy.meddle = () => new Promise(() => undefined);
    const began = performance.now();
    expect(await findStoreTrouble(storeOf({}, IMPATIENT))).toMatch(/it did not respond in time$/);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(proxy.asked.filter((one) => one.startsWith('PUT')).length).toBeGreaterThan(1);
    // The cleanup shares the time limit of the trial, so it is hardly retried.
    expect(proxy.asked.filter((one) => one.startsWith('DELETE')).length).toBeLessThan(3);
  });

  it.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [429, 'TooManyRequests'],
    [400, 'XAmzContentSHA256Mismatch'],
  ])('a request that fails with %i (%s) twice is tried a third time', async (status, code) => {
    const store = storeOf();
    proxy.meddle = async (_, pass) => (proxy.asked.length < 3 ? s3Refusal(status, code) : pass());
    await (await store.receive(sha256, bytes)).place(1);
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('a broken connection is retried, a rejected request is not', async () => {
    const store = storeOf();
    proxy.meddle = async (_, pass) => (proxy.asked.length < 2 ? 'cut' : pass());
    await store.put(1, sha256, bytes);
    proxy.asked.length = 0;
    proxy.meddle = async () => s3Refusal(403, 'AccessDenied');
    await expect(store.has(1, sha256)).rejects.toThrow('has no permission');
    expect(proxy.asked).toHaveLength(1);
  });

  it.each([
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
  ])('a full bucket (%i %s) is reported without a retry', async (status, code) => {
    proxy.meddle = async () => s3Refusal(status, code);
    const failure = await storeOf()
      .receive(sha256, bytes)
      .catch((error: unknown) => error);
    expect(storeProblem(failure)).toMatchObject({ code: 'storage_full' });
    expect(proxy.asked).toHaveLength(1);
  });

  it('a read that breaks off continues at its offset', async () => {
    const large = Buffer.alloc(300_000, 'a photo ');
    const name = sha256Of(large);
    const store = storeOf();
    await store.put(1, name, large);
    let breaks = 0;
    proxy.meddle = async (_, pass) => {
      const response = await pass();
      breaks += 1;
      return breaks > 2 ? response : { ...response, cut_after: 100_000 };
    };
    const found = await store.read(1, name);
    expect(found && (await buffer(found)).equals(large)).toBe(true);
    expect(breaks).toBe(3);
  });

  it('a copy whose response reports an error after status 200 has failed', async () => {
    const store = storeOf({}, SHORT);
    const arrived = await store.receive(sha256, bytes);
    proxy.meddle = async ({ method }, pass) => (method === 'PUT' ? s3Refusal(200, 'InternalError') : pass());
    await expect(arrived.place(1)).rejects.toThrow('InternalError');
    const refusal = s3Refusal(200, 'InternalError');
    const body = Buffer.from(refusal.body.toString().replace('<Error>', '<Error xmlns="of-some-stores">'));
    proxy.meddle = async ({ method }, pass) => (method === 'PUT' ? { ...refusal, body } : pass());
    await expect(arrived.place(1)).rejects.toThrow('InternalError');
  });

  it('an attempt that the time limit for all attempts cuts short does not hide the failure before it', async () => {
    const store = storeOf({}, SHORT);
    proxy.meddle = () =>
      proxy.asked.length === 1
        ? Promise.resolve(s3Refusal(500, 'InternalError'))
        : new Promise(() => undefined);
    await expect(store.has(1, sha256)).rejects.toThrow('InternalError');
    expect(proxy.asked).toHaveLength(2);
  });

  it('a removal with an unknown outcome keeps the copy and is not retried', async () => {
    const store = storeOf();
    await store.put(1, sha256, bytes);
    proxy.asked.length = 0;
    proxy.meddle = async ({ method }, pass) => {
      const response = await pass();
      return method === 'DELETE' ? 'cut' : response;
    };
    await expect(store.setAside(1, sha256)).rejects.toThrow();
    expect(proxy.asked.filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
    proxy.meddle = async (_, pass) => pass();
    expect(await store.has(1, sha256)).toBe(false);
    for await (const aside of store.listSetAside()) await aside.putBack();
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('a removal by a process that was suspended after copying is rejected', async () => {
    let suspended_ms = 0;
    const now = () => new Date(machineNow().getTime() + suspended_ms);
    const store = storeOf({}, { now });
    await store.put(1, sha256, bytes);
    proxy.meddle = async ({ method, headers }, pass) => {
      const signed_at = Date.parse(
        String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'),
      );
      // A store tolerates a larger difference, but its clock cannot be set in a test.
      if (now().getTime() - signed_at > 5 * MINUTE_MS) return s3Refusal(403, 'RequestTimeTooSkewed');
      const response = await pass();
      if (method === 'PUT') suspended_ms = 10 * MINUTE_MS;
      return response;
    };
    await expect(store.setAside(1, sha256)).rejects.toThrow('RequestTimeTooSkewed');
    proxy.meddle = async (_, pass) => pass();
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('content that another process has just set aside is not listed', async () => {
    await storeOf().put(1, sha256, bytes);
    await storeOf().setAside(1, sha256);
    const other = s3Store(bucket, { now: machineNow, random: machineRandom });
    for await (const aside of other.listSetAside()) expect(aside).toBeUndefined();
    expect((await keysIn(bucket)).filter((key) => key.startsWith('aside/'))).toHaveLength(1);
  });

  it('a bucket that returns other bytes or loses content is reported', async () => {
    proxy.meddle = async ({ method }, pass) => {
      const response = await pass();
      return method === 'GET' ? { ...response, body: Buffer.alloc(response.body.length) } : response;
    };
    expect(await findStoreTrouble(storeOf())).toMatch(/returns other bytes than were stored$/);
    proxy.meddle = async ({ method }, pass) => (method === 'GET' ? s3Refusal(404, 'NoSuchKey') : pass());
    expect(await findStoreTrouble(storeOf())).toMatch(/has lost what was stored$/);
  });

  it('a page of a proxy is reported and never treated as a response of the store', async () => {
    const store = storeOf({}, SHORT);
    await store.put(1, sha256, bytes);
    const arrived = await store.receive(sha256, bytes);
    proxy.meddle = async () => page;
    const requests = [
      store.receive(sha256, bytes),
      arrived.place(1),
      store.has(1, sha256),
      store.setAside(1, sha256),
      store.remove(1, sha256),
    ];
    const errors = (await Promise.allSettled(requests)).map((one) => one.status === 'rejected' && one.reason);
    for (const one of errors)
      expect(one).toMatchObject({ message: expect.stringContaining('not from the store') });
    // A proxy's page responds to the copy, so nothing may be removed.
    proxy.meddle = async ({ method }, pass) => (method === 'PUT' ? page : pass());
    await expect(store.setAside(1, sha256)).rejects.toThrow('not from the store');
    proxy.meddle = async (_, pass) => pass();
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('putting back content whose copy was lost fails', async () => {
    const store = storeOf();
    await store.put(1, sha256, bytes);
    const aside = await store.setAside(1, sha256);
    await aside?.discard();
    await expect(aside?.putBack()).rejects.toThrow('has lost aside/');
  });

  const page = { status: 200, headers: {}, body: Buffer.from('<html>Sign in to this network</html>') };

  it('a page of a proxy is never treated as an empty listing', async () => {
    const store = storeOf({}, SHORT);
    proxy.meddle = async () => page;
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow('not from the store');
  });

  it('content, its remainder and a listing are read again after a page of a proxy', async () => {
    const large = Buffer.alloc(300_000, 'a photo ');
    const name = sha256Of(large);
    const store = storeOf();
    await store.put(1, name, large);
    let responses = 0;
    proxy.meddle = async (_, pass) => {
      responses += 1;
      if (responses === 2) return { ...(await pass()), cut_after: 100_000 };
      return responses > 3 ? pass() : page;
    };
    const found = await store.read(1, name);
    expect(found && (await buffer(found)).equals(large)).toBe(true);
    responses = 2;
    for await (const one of store.list()) expect(one).toEqual({ shop_id: 1, sha256: name });
    expect(responses).toBe(4);
  });
});
