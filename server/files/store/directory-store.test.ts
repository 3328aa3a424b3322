import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sha256Of } from '../../../tests/support/test-delivery.ts';
import { type ContentStore, findStoreTrouble } from './content-store.ts';
import { directoryStore } from './directory-store.ts';

let directory: string;
let store: ContentStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mandoob-store-'));
  store = directoryStore(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const bytes = new TextEncoder().encode('the content');
const sha256 = sha256Of(bytes);
const place = () => join(directory, '1', sha256.slice(0, 2));

async function read(shop_id = 1, hash = sha256): Promise<string | null> {
  const content = await store.read(shop_id, hash);
  return content && (await buffer(content)).toString();
}

it('keeps the stored file when equal content is put again', async () => {
  await store.put(1, sha256, bytes);
  const before = await stat(join(place(), sha256));
  await store.put(1, sha256, bytes);
  expect((await stat(join(place(), sha256))).ino).toBe(before.ino);
});

it('syncs a file and its folder once, and the folders above only after creating one', async () => {
  const handle = await open(directory, 'r');
  const synced = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
  await handle.close();
  try {
    const count = async (work: Promise<unknown>) => {
      synced.mockClear();
      await work;
      return synced.mock.calls.length;
    };
    expect(await count(store.put(1, sha256, bytes))).toBe(4);
    expect(await count(store.put(1, sha256, bytes))).toBe(1);
    await store.remove(1, sha256);
    expect(await count(store.put(1, sha256, bytes))).toBe(2);
    const arrived = await store.receive(sha256, bytes);
    expect(await count(arrived.place(1))).toBe(1);
    await arrived.drop();
  } finally {
    synced.mockRestore();
  }
});

it('creates its folders again after they were removed', async () => {
  await store.put(1, sha256, bytes);
  await rm(join(directory, '1'), { recursive: true });
  await store.put(1, sha256, bytes);
  expect(await read()).toBe('the content');
});

it('makes files readable only by the server’s account', async () => {
  await store.put(1, sha256, bytes);
  expect((await stat(join(place(), sha256))).mode & 0o077).toBe(0);
  expect((await stat(place())).mode & 0o077).toBe(0);
});

it('ignores partial files of a crash, and stores the content', async () => {
  await store.put(1, sha256, bytes);
  await store.remove(1, sha256);
  await writeFile(join(place(), `${sha256}.half.part`), 'the co');
  expect(await store.has(1, sha256)).toBe(false);
  expect(await read()).toBeNull();
  await store.put(1, sha256, bytes);
  expect(await read()).toBe('the content');
});

it('leaves no file if it cannot write, and throws', async () => {
  await writeFile(join(directory, '1'), 'a file where the folder should be');
  await expect(store.put(1, sha256, bytes)).rejects.toThrow();
  expect(await readdir(directory)).toEqual(['1']);
});

it('reports why it cannot store files, and leaves no content after its check', async () => {
  expect(await findStoreTrouble(store)).toBeNull();
  for await (const content of store.list()) expect(content).toBeUndefined();
  const blocked = directoryStore(join(directory, 'file'));
  await writeFile(join(directory, 'file'), 'a file where the folder should be');
  expect(await findStoreTrouble(blocked)).toMatch(/^files cannot be stored: E(EXIST|NOTDIR)/);
});

it('treats an unreachable disk as a failure, never as a missing file', async () => {
  await writeFile(join(directory, '1'), 'a file where the folder should be');
  await expect(store.has(1, sha256)).rejects.toThrow();
  await expect(store.read(1, sha256)).rejects.toThrow();
});

it('a reader finishes even if the content is removed meanwhile', async () => {
  await store.put(1, sha256, bytes);
  const content = await store.read(1, sha256);
  await store.remove(1, sha256);
  expect(content && (await buffer(content)).toString()).toBe('the content');
});

it('lists stored content only, and ignores other files', async () => {
  const listed = async () => {
    const found: string[] = [];
    for await (const content of store.list()) found.push(`${content.shop_id}/${content.sha256}`);
    return found.sort();
  };
  expect(await listed()).toEqual([]);
  await store.put(1, sha256, bytes);
  await store.put(12, sha256, bytes);
  await writeFile(join(place(), `${sha256}.x.part`), 'half');
  await writeFile(join(directory, 'README'), 'not ours');
  expect(await listed()).toEqual([`1/${sha256}`, `12/${sha256}`]);
});

it('keeps newly stored content when old content is put back', async () => {
  await store.put(1, sha256, bytes);
  const aside = await store.setAside(1, sha256);
  await store.put(1, sha256, bytes);
  const { ino } = await stat(join(place(), sha256));
  await aside?.putBack();
  expect((await stat(join(place(), sha256))).ino).toBe(ino);
  expect(await readdir(place())).toEqual([sha256]);
});
