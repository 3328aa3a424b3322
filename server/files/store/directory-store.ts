import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing, makeDirectory, unlessMissing } from '../../platform/data-directory/data-directory.ts';
import { roomTrouble } from '../../platform/logging/troubles.ts';
import type { Arrived, Content, LoadableStore, SetAside } from './content-store.ts';

/** Keeps content below `directory` as `{shop}/{first two digits}/{sha256}`; what arrives lies in `directory` itself until it is placed. */
export function directoryStore(directory: string): LoadableStore {
  const folders = durableFolders(directory);
  const pathOf = (shop_id: number, sha256: string) =>
    join(directory, String(shop_id), sha256.slice(0, 2), sha256);

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

  async function receive(sha256: string, bytes: Uint8Array): Promise<Arrived> {
    const part = join(directory, `${sha256}.${randomUUID()}.part`);
    const write = () => writeDurably(part, bytes);
    await write().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await makeDirectory(directory, 0o700);
      await write();
    });
    let is_beside = true;
    return {
      sha256,
      async place(shop_id) {
        const path = pathOf(shop_id, sha256);
        const is_new = !(await has(shop_id, sha256));
        if (is_new) {
          // A sweep took it after an attempt before this one had placed it.
          if (!is_beside) await write();
          is_beside = true;
          await folders.with(dirname(path), () => rename(part, path));
          is_beside = false;
        }
        // Also what was there: whoever put it may have been killed before this.
        await syncDirectory(dirname(path));
        return is_new;
      },
      async drop() {
        if (is_beside) await rm(part, { force: true });
        is_beside = false;
      },
    };
  }

  return {
    has,
    receive,
    async put(shop_id, sha256, bytes) {
      if (await has(shop_id, sha256)) return syncDirectory(dirname(pathOf(shop_id, sha256)));
      const arrived = await receive(sha256, bytes);
      try {
        await arrived.place(shop_id);
      } finally {
        await arrived.drop();
      }
    },
    beginPuts() {
      const used = new Set<string>();
      const folderOf = ({ shop_id, sha256 }: Content) => dirname(pathOf(shop_id, sha256));
      return {
        async put(content, bytes) {
          const folder = folderOf(content);
          if (!used.has(folder)) await makeDirectory(folder, 0o700);
          used.add(folder);
          const part = join(directory, `${content.sha256}.${randomUUID()}.part`);
          await writeDurably(part, bytes);
          await rename(part, pathOf(content.shop_id, content.sha256));
        },
        keep: (content) => void used.add(folderOf(content)),
        async settle() {
          const above = new Set([...used].map((folder) => dirname(folder)));
          for (const folder of [...used, ...above]) await syncDirectory(folder);
          if (used.size > 0) await syncDirectory(directory);
        },
      };
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
      const beside = join(directory, `${randomUUID()}.part`);
      await writeDurably(beside, new Uint8Array(4096));
      await rename(beside, join(directory, 'can-be-written'));
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
      const parts = (await namesIn(directory, PART)).map((name) => join(directory, name));
      // Versions before this one wrote them where their content was to lie.
      for await (const { shop_id, name } of filesBelow(directory, PART)) {
        parts.push(join(dirname(pathOf(shop_id, name)), name));
      }
      for (const path of parts) {
        const found = await unlessMissing<Stats>(stat(path));
        if (found) yield { path, written_at: found.mtime };
      }
    },
    async removePart({ path }) {
      await rm(path, { force: true });
    },
  };
}

const PART = /^[0-9a-f-]{36,64}(\..+)?\.part$/;

/**
 * The folders that contents lie in. A folder's own name must outlive a power cut too: it is on disk once the folder above it is, which a process
 * that was killed after making it may have left undone. So each is seen to once by every process.
 */
function durableFolders(directory: string) {
  const durable = new Set<string>();

  async function make(folder: string): Promise<void> {
    await makeDirectory(folder, 0o700);
    await syncDirectory(dirname(folder));
    await syncDirectory(directory);
    durable.add(folder);
  }

  return {
    /** Does what needs the folder; again when it was gone. */
    async with(folder: string, work: () => Promise<void>): Promise<void> {
      if (!durable.has(folder)) await make(folder);
      await work().catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        await make(folder);
        await work();
      });
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

/** Under a name that counts for nothing: whatever is renamed from there is whole. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => null);
  // Not every system lets a directory be synced; the rename is atomic all the same.
  await directory?.sync().catch(() => undefined);
  await directory?.close();
}
