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
import { storeProblem, storeTrouble } from '../store/content-store.ts';
import { s3Store } from './s3-store.ts';

/** Buckets that are not there, not ours, slow, cut off, or that lie. */

const startSwift = installedSwift('what a bucket that fails is said to do');
const PATIENT = { within_ms: 30_000, answer_ms: 10_000 };
const IMPATIENT = { patience: { within_ms: limitMs(2_000), answer_ms: limitMs(700) } };
const SHORT = { patience: { within_ms: 5_000, answer_ms: 3_000 } };
const MINUTE_MS = 60_000;

describe.runIf(startSwift)('a bucket', () => {
  let swift: Swift;
  let proxy: StoreProxy;
  let bucket: BucketSetting;
  let nowhere: string;

  beforeAll(async () => {
    if (startSwift) swift = await startSwift();
    proxy = await startStoreProxy(swift.endpoint);
    const gone = await startStoreProxy(swift.endpoint);
    nowhere = gone.endpoint;
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
      'that is not there',
      () => storeOf({ bucket: 'none' }),
      /there is no such bucket: make it, or correct FILES_URL/,
    ],
    ['of somebody else', () => storeOf({ keys: STRANGERS_KEYS }), /key shop:stranger may not do that there/],
    [
      'with a wrong secret',
      () => storeOf(keysOf({ secret_access_key: 'wrong' })),
      /AWS_SECRET_ACCESS_KEY is not the secret of key shop:server/,
    ],
    ['asked by a clock that is behind', () => storeOf({}, later(-20)), /clock is 20 min behind the store's/],
    ['asked by a clock that is ahead', () => storeOf({}, later(20)), /clock is 20 min ahead of the store's/],
    [
      'where nobody listens',
      () => storeOf({ endpoint: nowhere }, IMPATIENT),
      /^(files cannot be stored: )?bucket files-\d+ at http:\S+ cannot (take|give) \S+ connect ECONNREFUSED/,
    ],
  ])('%s is named to the operator, and uploads stay on the phone', async (_, open, words) => {
    const store = open();
    expect(await storeTrouble(store)).toMatch(words);
    const failure = await store.receive(sha256, bytes).catch((error: unknown) => error);
    expect(storeProblem(failure)).toMatchObject({ code: 'storage_unavailable', cause: failure });
    expect(storeProblem(failure)).toBeInstanceOf(Problem);
    await expect(store.has(1, sha256)).rejects.toThrow(words);
  });

  it('that is slow is given up in time, and says so', async () => {
    proxy.meddle = () => new Promise(() => undefined);
    const began = performance.now();
    expect(await storeTrouble(storeOf({}, IMPATIENT))).toMatch(/it did not answer in time$/);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(proxy.asked.filter((one) => one.startsWith('PUT')).length).toBeGreaterThan(1);
    // What is cleared away has no time of its own.
    expect(proxy.asked.filter((one) => one.startsWith('DELETE')).length).toBeLessThan(3);
  });

  it.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [429, 'TooManyRequests'],
    [400, 'XAmzContentSHA256Mismatch'],
  ])('that answers %i (%s) twice is asked a third time', async (status, code) => {
    const store = storeOf();
    proxy.meddle = async (_, pass) => (proxy.asked.length < 3 ? s3Refusal(status, code) : pass());
    await (await store.receive(sha256, bytes)).place(1);
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('that cuts a connection is asked again, and not where it refuses', async () => {
    const store = storeOf();
    proxy.meddle = async (_, pass) => (proxy.asked.length < 2 ? 'cut' : pass());
    await store.put(1, sha256, bytes);
    proxy.asked.length = 0;
    proxy.meddle = async () => s3Refusal(403, 'AccessDenied');
    await expect(store.has(1, sha256)).rejects.toThrow('may not do that there');
    expect(proxy.asked).toHaveLength(1);
  });

  it.each([
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
  ])('that has no room (%i %s) says so at once', async (status, code) => {
    proxy.meddle = async () => s3Refusal(status, code);
    const failure = await storeOf()
      .receive(sha256, bytes)
      .catch((error: unknown) => error);
    expect(storeProblem(failure)).toMatchObject({ code: 'storage_full' });
    expect(proxy.asked).toHaveLength(1);
  });

  it('that breaks off in the middle of a content is asked for the rest of it', async () => {
    const large = Buffer.alloc(300_000, 'a photo ');
    const name = sha256Of(large);
    const store = storeOf();
    await store.put(1, name, large);
    let breaks = 0;
    proxy.meddle = async (_, pass) => {
      const answer = await pass();
      breaks += 1;
      return breaks > 2 ? answer : { ...answer, cut_after: 100_000 };
    };
    const found = await store.read(1, name);
    expect(found && (await buffer(found)).equals(large)).toBe(true);
    expect(breaks).toBe(3);
  });

  it('that fails after the answer to a copy has begun has not copied', async () => {
    const store = storeOf({}, SHORT);
    const arrived = await store.receive(sha256, bytes);
    proxy.meddle = async ({ method }, pass) => (method === 'PUT' ? s3Refusal(200, 'InternalError') : pass());
    await expect(arrived.place(1)).rejects.toThrow('InternalError');
    const refusal = s3Refusal(200, 'InternalError');
    const body = Buffer.from(refusal.body.toString().replace('<Error>', '<Error xmlns="of-some-stores">'));
    proxy.meddle = async ({ method }, pass) => (method === 'PUT' ? { ...refusal, body } : pass());
    await expect(arrived.place(1)).rejects.toThrow('InternalError');
  });

  it('keeps what was set aside where nobody knows whether the removal was done, and is asked to remove it once', async () => {
    const store = storeOf();
    await store.put(1, sha256, bytes);
    proxy.asked.length = 0;
    proxy.meddle = async ({ method }, pass) => {
      const answer = await pass();
      return method === 'DELETE' ? 'cut' : answer;
    };
    await expect(store.setAside(1, sha256)).rejects.toThrow();
    expect(proxy.asked.filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
    proxy.meddle = async (_, pass) => pass();
    expect(await store.has(1, sha256)).toBe(false);
    for await (const aside of store.listSetAside()) await aside.putBack();
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('refuses to remove content for a process that stood still after it had copied it', async () => {
    let stood_still_ms = 0;
    const now = () => new Date(machineNow().getTime() + stood_still_ms);
    const store = storeOf({}, { now });
    await store.put(1, sha256, bytes);
    proxy.meddle = async ({ method, headers }, pass) => {
      const signed_at = Date.parse(
        String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'),
      );
      // With less patience than a store has, whose own clock cannot be put forward.
      if (now().getTime() - signed_at > 5 * MINUTE_MS) return s3Refusal(403, 'RequestTimeTooSkewed');
      const answer = await pass();
      if (method === 'PUT') stood_still_ms = 10 * MINUTE_MS;
      return answer;
    };
    await expect(store.setAside(1, sha256)).rejects.toThrow('RequestTimeTooSkewed');
    proxy.meddle = async (_, pass) => pass();
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('leaves what was just set aside to whoever did so', async () => {
    await storeOf().put(1, sha256, bytes);
    await storeOf().setAside(1, sha256);
    const other = s3Store(bucket, { now: machineNow, random: machineRandom });
    for await (const aside of other.listSetAside()) expect(aside).toBeUndefined();
    expect((await keysIn(bucket)).filter((key) => key.startsWith('aside/'))).toHaveLength(1);
  });

  it('that gives other bytes, or forgets what it took, is named', async () => {
    proxy.meddle = async ({ method }, pass) => {
      const answer = await pass();
      return method === 'GET' ? { ...answer, body: Buffer.alloc(answer.body.length) } : answer;
    };
    expect(await storeTrouble(storeOf())).toMatch(/gives other bytes than were put there$/);
    proxy.meddle = async ({ method }, pass) => (method === 'GET' ? s3Refusal(404, 'NoSuchKey') : pass());
    expect(await storeTrouble(storeOf())).toMatch(/has lost what was put there$/);
  });

  it('is not meant by a page that something before it answers', async () => {
    const store = storeOf({}, SHORT);
    await store.put(1, sha256, bytes);
    const arrived = await store.receive(sha256, bytes);
    proxy.meddle = async () => page;
    const asked = [
      store.receive(sha256, bytes),
      arrived.place(1),
      store.has(1, sha256),
      store.setAside(1, sha256),
      store.remove(1, sha256),
    ];
    const answers = (await Promise.allSettled(asked)).map((one) => one.status === 'rejected' && one.reason);
    for (const one of answers)
      expect(one).toMatchObject({ message: expect.stringContaining('not the store') });
    // Only the copy was answered so: nothing may be removed for it.
    proxy.meddle = async ({ method }, pass) => (method === 'PUT' ? page : pass());
    await expect(store.setAside(1, sha256)).rejects.toThrow('not the store');
    proxy.meddle = async (_, pass) => pass();
    expect(await store.has(1, sha256)).toBe(true);
  });

  it('that has lost what was set aside says so as it is put back', async () => {
    const store = storeOf();
    await store.put(1, sha256, bytes);
    const aside = await store.setAside(1, sha256);
    await aside?.discard();
    await expect(aside?.putBack()).rejects.toThrow('has lost aside/');
  });

  const page = { status: 200, headers: {}, body: Buffer.from('<html>Sign in to this network</html>') };

  it('never takes a page of something else for an empty listing', async () => {
    const store = storeOf({}, SHORT);
    proxy.meddle = async () => page;
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow('not the store');
  });

  it('is asked again for what a page was answered in its place: content, the rest of it, a listing', async () => {
    const large = Buffer.alloc(300_000, 'a photo ');
    const name = sha256Of(large);
    const store = storeOf();
    await store.put(1, name, large);
    let answers = 0;
    proxy.meddle = async (_, pass) => {
      answers += 1;
      if (answers === 2) return { ...(await pass()), cut_after: 100_000 };
      return answers > 3 ? pass() : page;
    };
    const found = await store.read(1, name);
    expect(found && (await buffer(found)).equals(large)).toBe(true);
    answers = 2;
    for await (const one of store.list()) expect(one).toEqual({ shop_id: 1, sha256: name });
    expect(answers).toBe(4);
  });
});
