import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installedSwift, type Swift } from '../../../tests/support/swift.ts';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { sha256Of } from '../../../tests/support/test-delivery.ts';
import { machineNow, machineRandom } from '../../platform/machine.ts';
import { s3Store } from '../s3/s3-store.ts';
import { findStoreTrouble, type LoadableStore } from './content-store.ts';
import { directoryStore } from './directory-store.ts';

/** Tests that all stores pass. */

const startSwift = installedSwift('files in a bucket');

type Opened = { store: LoadableStore; close(): Promise<void> };
type Kind = { start?(): Promise<void>; open(): Promise<Opened>; stop?(): Promise<void> };

const IN_DIRECTORY: Kind = {
  async open() {
    const directory = await makeTemporaryDirectory();
    return { store: directoryStore(directory.path), close: directory.remove };
  },
};

let swift: Swift | undefined;
const IN_BUCKET: Kind = {
  async start() {
    swift = await startSwift?.();
  },
  async open() {
    if (!swift) throw new Error('Swift is not running');
    const bucket = await swift.makeBucket();
    const machine = { now: machineNow, random: machineRandom };
    const store = s3Store(bucket, machine, { settled_after_ms: Number.NEGATIVE_INFINITY });
    return { store, close: async () => undefined };
  },
  stop: async () => swift?.stop(),
};

describe('a directory', () => testStore(IN_DIRECTORY));
describe.runIf(startSwift)('a bucket', { tags: ['files'] }, () => testStore(IN_BUCKET));

function testStore(kind: Kind): void {
  let opened: Opened;
  let store: LoadableStore;

  beforeAll(async () => kind.start?.());
  afterAll(async () => kind.stop?.());
  beforeEach(async () => {
    opened = await kind.open();
    store = opened.store;
    return opened.close;
  });

  const bytes = new TextEncoder().encode('the content');
  const sha256 = sha256Of(bytes);

  async function read(shop_id = 1, hash = sha256): Promise<string | null> {
    const content = await store.read(shop_id, hash);
    return content && (await buffer(content)).toString();
  }

  async function all<T>(listed: AsyncIterable<T>): Promise<T[]> {
    const found: T[] = [];
    for await (const one of listed) found.push(one);
    return found;
  }

  const contents = async () =>
    (await all(store.list())).map(({ shop_id, sha256 }) => `${shop_id}/${sha256}`).sort();

  it('keeps content under its shop and hash, for that shop only', async () => {
    expect(await store.has(1, sha256)).toBe(false);
    expect(await store.putAt(1, sha256)).toBeNull();
    expect(await read()).toBeNull();
    await store.put(1, sha256, bytes);
    expect(await store.has(1, sha256)).toBe(true);
    expect(await read()).toBe('the content');
    expect(await store.has(2, sha256)).toBe(false);
    expect(await read(2)).toBeNull();
  });

  it('returns the time at which content was stored, which storing it again does not change', async () => {
    await store.put(1, sha256, bytes);
    const put_at = await store.putAt(1, sha256);
    expect(Math.abs((put_at?.getTime() ?? 0) - machineNow().getTime())).toBeLessThan(10_000);
    await store.put(1, sha256, bytes);
    expect(await store.putAt(1, sha256)).toEqual(put_at);
  });

  it('removes content, and ignores missing content', async () => {
    await store.put(1, sha256, bytes);
    await store.remove(1, sha256);
    await store.remove(1, sha256);
    expect(await store.has(1, sha256)).toBe(false);
  });

  it('hides received content until it is placed in its shop', async () => {
    const arrived = await store.receive(sha256, bytes);
    expect(await store.has(1, sha256)).toBe(false);
    expect(await contents()).toEqual([]);
    expect(await arrived.place(1)).toBe(true);
    expect(await read()).toBe('the content');
    expect(await arrived.place(1)).toBe(false);
    // Simulates a sweep between the failed commit of the transaction that placed the content and its retry.
    await store.remove(1, sha256);
    expect(await arrived.place(1)).toBe(true);
    await arrived.drop();
    expect(await read()).toBe('the content');
    expect(await all(store.listParts())).toEqual([]);
  });

  it('removes dropped uploads, and lists those that a killed server left', async () => {
    await (await store.receive(sha256, bytes)).drop();
    expect(await all(store.listParts())).toEqual([]);
    await store.receive(sha256, bytes);
    const [left, ...more] = await all(store.listParts());
    expect(more).toEqual([]);
    expect(Math.abs((left?.written_at.getTime() ?? 0) - machineNow().getTime())).toBeLessThan(10_000);
    if (left) await store.removePart(left);
    expect(await all(store.listParts())).toEqual([]);
    expect(await contents()).toEqual([]);
  });

  it('stores several contents and replaces existing ones', async () => {
    const puts = store.beginPuts();
    await puts.put({ shop_id: 1, sha256 }, new TextEncoder().encode('damaged content'));
    await puts.put({ shop_id: 1, sha256 }, bytes);
    puts.keep({ shop_id: 1, sha256 });
    await puts.settle();
    expect(await read()).toBe('the content');
  });

  it('never shows partial content during concurrent writes', async () => {
    const large = randomBytes(8 * 1024 * 1024);
    const name = sha256Of(large);
    const state = { is_done: false };
    const writing = Promise.all([1, 2, 3].map(() => store.put(1, name, large))).finally(() => {
      state.is_done = true;
    });
    const sizes = new Set<number | null>();
    const readSize = async () => {
      const content = await store.read(1, name);
      sizes.add(content && (await buffer(content)).byteLength);
    };
    while (!state.is_done) await readSize();
    await writing;
    await readSize();
    sizes.delete(null);
    expect([...sizes]).toEqual([large.byteLength]);
    expect(await contents()).toEqual([`1/${name}`]);
  });

  it('lists the content of all shops, and nothing else', async () => {
    expect(await contents()).toEqual([]);
    const others = ['one', 'two', 'three'].map((text) => new TextEncoder().encode(text));
    await store.put(1, sha256, bytes);
    await store.put(12, sha256, bytes);
    for (const other of others) await store.put(1, sha256Of(other), other);
    await store.receive(sha256, bytes);
    const names = [bytes, ...others].map((one) => `1/${sha256Of(one)}`);
    expect(await contents()).toEqual([...names, `12/${sha256}`].sort());
  });

  it('hides content that is set aside, until it is put back or discarded', async () => {
    await store.put(1, sha256, bytes);
    const aside = await store.setAside(1, sha256);
    expect(await store.has(1, sha256)).toBe(false);
    expect(await contents()).toEqual([]);
    expect(await store.setAside(1, sha256)).toBeNull();
    await aside?.putBack();
    expect(await read()).toBe('the content');
    await aside?.putBack();
    await aside?.discard();
    expect(await read()).toBe('the content');

    await (await store.setAside(1, sha256))?.discard();
    expect(await store.has(1, sha256)).toBe(false);
    expect(await all(store.listSetAside())).toEqual([]);
  });

  it('lists content set aside by a killed sweep, which can be put back', async () => {
    await store.put(1, sha256, bytes);
    await store.setAside(1, sha256);
    const [left, ...more] = await all(store.listSetAside());
    expect(left).toMatchObject({ shop_id: 1, sha256 });
    expect(more).toEqual([]);
    await left?.putBack();
    expect(await read()).toBe('the content');
    expect(await all(store.listSetAside())).toEqual([]);
  });

  it('keeps newly stored content when old content is put back or discarded', async () => {
    await store.put(1, sha256, bytes);
    const aside = await store.setAside(1, sha256);
    await store.put(1, sha256, bytes);
    const [same] = await all(store.listSetAside());
    await Promise.all([aside?.putBack(), same?.discard()]);
    expect(await read()).toBe('the content');
    await aside?.putBack();
    expect(await read()).toBe('the content');
    expect(await all(store.listSetAside())).toEqual([]);
  });

  it('reports no problem, and leaves no content after its check', async () => {
    expect(await findStoreTrouble(store)).toBeNull();
    expect(await contents()).toEqual([]);
    expect(await all(store.listParts())).toEqual([]);
  });
}
