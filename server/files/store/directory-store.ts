import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing, makeDirectory, unlessMissing } from '../../platform/data-directory/data-directory.ts';
import { diskSpaceTrouble } from '../../platform/logging/troubles.ts';
import type { Arrived, Content, LoadableStore, SetAside } from './content-store.ts';

/**
 * Stores content below `directory` as `{shop}/{first two digits}/{sha256}`; uploads are in `directory` itself
 * until placed.
 */
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
    let has_part = true;
    return {
      sha256,
      async place(shop_id) {
        const path = pathOf(shop_id, sha256);
        const is_new = !(await has(shop_id, sha256));
        if (is_new) {
          // A sweep removed the content after a previous attempt had placed it, so the part is written again.
          if (!has_part) await write();
          has_part = true;
          await folders.with(dirname(path), () => rename(part, path));
          has_part = false;
        }
        // Existing content too: the process that stored it may have been killed before its sync.
        await syncDirectory(dirname(path));
        return is_new;
      },
      async drop() {
        if (has_part) await rm(part, { force: true });
        has_part = false;
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
      // Opened before it is returned, so that a concurrent removal does not affect the reader.
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
      const part = join(directory, `${randomUUID()}.part`);
      await writeDurably(part, new Uint8Array(4096));
      await rename(part, join(directory, 'can-be-written'));
      return diskSpaceTrouble(directory);
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
      // Previous versions wrote uploads next to their final path.
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
 * Creates the folders of contents durably. A folder's name survives a power cut only after the folder above
 * it is synced, which a killed process may not have done. Each process therefore syncs the parents of each
 * folder once.
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
    /** Runs `work`, which needs the folder; creates the folder and runs it again if the folder is missing. */
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

/** Writes a temporary file, so that a rename always publishes complete content. */
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
  // Not all systems can sync a directory; the rename is atomic anyway.
  await directory?.sync().catch(() => undefined);
  await directory?.close();
}
