import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FilesSetting } from '../platform/config.ts';
import { makeDirectory, unlessMissing } from '../platform/data-directory.ts';
import { roomTrouble } from '../platform/troubles.ts';
import type { Content, ContentPart, ContentStore, SetAside } from './content-store.ts';

export function openStore(files: FilesSetting): ContentStore {
  if (files.kind === 's3') throw new Error('FILES_URL: files in a bucket are not supported yet; use file://');
  return directoryStore(files.path);
}

/** Keeps content below `directory` as `{shop}/{first two digits}/{sha256}`. */
export function directoryStore(directory: string): ContentStore {
  const pathOf = (shop_id: number, sha256: string) =>
    join(directory, String(shop_id), sha256.slice(0, 2), sha256);

  const partPathOf = ({ shop_id, sha256, name }: Omit<ContentPart, 'written_at'>) =>
    join(dirname(pathOf(shop_id, sha256)), name);

  async function has(shop_id: number, sha256: string): Promise<boolean> {
    const found = await unlessMissing<Stats>(stat(pathOf(shop_id, sha256)));
    return found?.isFile() ?? false;
  }

  function setAsideAs({ shop_id, sha256 }: Content, name: string): SetAside {
    const path = pathOf(shop_id, sha256);
    const aside = join(dirname(path), name);
    return {
      shop_id,
      sha256,
      async putBack() {
        if (await has(shop_id, sha256)) await rm(aside, { force: true });
        else await unlessMissing(rename(aside, path));
      },
      discard: () => rm(aside, { force: true }),
    };
  }

  return {
    has,
    async put(shop_id, sha256, bytes) {
      const path = pathOf(shop_id, sha256);
      if (!(await has(shop_id, sha256))) {
        await makeDirectory(dirname(path), 0o700);
        await writeWhole(path, bytes);
      }
      // The names too must outlive a power cut, those of new folders included, and those that a killed put has left.
      for (const named of [dirname(path), dirname(dirname(path)), directory]) await syncDirectory(named);
    },
    async read(shop_id, sha256) {
      // Opened before it is answered, so that whoever removes it meanwhile takes nothing away.
      const file = await unlessMissing(open(pathOf(shop_id, sha256), 'r'));
      return file?.createReadStream() ?? null;
    },
    async remove(shop_id, sha256) {
      await rm(pathOf(shop_id, sha256), { force: true });
    },
    async setAside(shop_id, sha256) {
      const name = `${sha256}.${randomUUID()}.aside`;
      const path = pathOf(shop_id, sha256);
      const was_there = await unlessMissing(rename(path, join(dirname(path), name)).then(() => true));
      return was_there ? setAsideAs({ shop_id, sha256 }, name) : null;
    },
    async *listSetAside() {
      for await (const { shop_id, name } of filesBelow(directory, /^[0-9a-f]{64}\..+\.aside$/)) {
        yield setAsideAs({ shop_id, sha256: name.slice(0, 64) }, name);
      }
    },
    async trouble() {
      await makeDirectory(directory, 0o700);
      await writeWhole(join(directory, 'can-be-written'), new Uint8Array(4096));
      return roomTrouble(directory);
    },
    async *list() {
      for await (const { shop_id, name } of filesBelow(directory, /^[0-9a-f]{64}$/)) {
        yield { shop_id, sha256: name };
      }
    },
    async putAt(shop_id, sha256) {
      const found = await unlessMissing<Stats>(stat(pathOf(shop_id, sha256)));
      return found?.mtime ?? null;
    },
    async *listParts() {
      for await (const { shop_id, name } of filesBelow(directory, /^[0-9a-f]{64}\..+\.part$/)) {
        const part = { shop_id, name, sha256: name.slice(0, 64) };
        const found = await unlessMissing<Stats>(stat(partPathOf(part)));
        if (found) yield { ...part, written_at: found.mtime };
      }
    },
    async removePart(part) {
      await rm(partPathOf(part), { force: true });
    },
  };
}

async function* filesBelow(directory: string, wanted: RegExp) {
  for (const shop of await namesIn(directory, /^\d+$/)) {
    for (const start of await namesIn(join(directory, shop), /^[0-9a-f]{2}$/)) {
      for (const name of await namesIn(join(directory, shop, start), wanted)) {
        yield { shop_id: Number(shop), name };
      }
    }
  }
}

async function namesIn(directory: string, wanted: RegExp): Promise<string[]> {
  const names = (await unlessMissing(readdir(directory))) ?? [];
  return names.filter((name) => wanted.test(name));
}

/** A crash leaves either the whole file under its name or none: written beside, synced, then renamed. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => null);
  // Not every system lets a directory be synced; the rename is atomic all the same.
  await directory?.sync().catch(() => undefined);
  await directory?.close();
}
