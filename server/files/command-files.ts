import { createHash } from 'node:crypto';
import type { ArrivedFiles, CommandFiles, NamedFile } from '../operations/command-files.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import type { BodyPart } from '../platform/http/multipart.ts';
import { Problem } from '../platform/problem.ts';
import { lockOwnContents } from './content-lock.ts';
import { admitType, fileTypeOf } from './file-policy.ts';
import { type SentFiles, sentFilesOf } from './pin-file.ts';
import { type Arrived, type ContentStore, storeProblem } from './store/content-store.ts';

/** Implements the file part of commands on this store. */
export function commandFiles(store: ContentStore): CommandFiles {
  return {
    has: store.has,
    async receive(named, parts) {
      assertNamed(named, parts);
      const came = await received(store, named, parts);
      return arrivedFiles(store, parts, came);
    },
  };
}

function assertNamed(named: readonly NamedFile[], parts: readonly BodyPart[]): void {
  const expected = new Set(named.map(({ sha256 }) => sha256));
  for (const { name } of parts) {
    if (!expected.delete(name))
      throw new Problem('malformed', 'A part is not a file of the command, or is sent twice');
  }
}

/** Writes the parts to disk in parallel. Returns those that arrived and the first failure. */
async function received(
  store: ContentStore,
  named: readonly NamedFile[],
  parts: readonly BodyPart[],
): Promise<{ arrived: Arrived[]; failure: unknown }> {
  try {
    for (const part of parts) admitPart(named, part);
  } catch (failure) {
    return { arrived: [], failure };
  }
  const outcomes = await Promise.allSettled(parts.map(({ name, bytes }) => store.receive(name, bytes)));
  const arrived = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = outcomes.find((one) => one.status === 'rejected');
  return { arrived, failure: failed && storeProblem(failed.reason) };
}

function admitPart(named: readonly NamedFile[], { name, bytes }: BodyPart): void {
  if (createHash('sha256').update(bytes).digest('hex') !== name) throw new Problem('file_hash');
  for (const { path, sha256 } of named) if (sha256 === name) admitType(path, fileTypeOf(bytes));
}

function arrivedFiles(
  store: ContentStore,
  parts: readonly BodyPart[],
  { arrived, failure }: { arrived: Arrived[]; failure: unknown },
): ArrivedFiles {
  const hashes = arrived.map(({ sha256 }) => sha256);
  const sizes: SentFiles = new Map(parts.map(({ name, bytes }) => [name, bytes.byteLength]));

  async function place(shop_id: number): Promise<{ fresh: string[]; failed: unknown }> {
    const outcomes = await Promise.allSettled(arrived.map((one) => one.place(shop_id)));
    const fresh = hashes.filter((_, at) => {
      const outcome = outcomes[at];
      return outcome?.status === 'fulfilled' && outcome.value;
    });
    const failed = outcomes.find((one) => one.status === 'rejected');
    return { fresh, failed: failed && storeProblem(failed.reason) };
  }

  return {
    count: parts.length,
    async drop() {
      await Promise.all(arrived.map((one) => one.drop()));
    },
    hold(tx) {
      const locked = hashes.length > 0 ? lockOwnContents(tx, hashes) : Promise.resolve();
      // `within` awaits it and reports a failure. If it is not called, the transaction has failed anyway.
      locked.catch(() => undefined);
      sentFilesOf.set(tx, sizes);
      const placed = new Set<string>();
      return {
        placed: () => placed,
        async within(shop_id, work) {
          if (failure !== undefined) throw failure;
          await locked;
          const { fresh, failed } = await place(shop_id);
          try {
            if (failed !== undefined) throw failed;
            for (const sha256 of fresh) placed.add(sha256);
            return await work();
          } catch (error) {
            if (error instanceof Problem) await takeBack(tx, store, shop_id, fresh);
            throw error;
          }
        },
      };
    },
  };
}

/**
 * Removes the files of a rejected command, which no row names. They are deleted permanently only after a
 * later query proves that the locks were still held. Otherwise the next sweep checks the rows and decides, as
 * for all content that is set aside.
 */
async function takeBack(tx: Tx, store: ContentStore, shop_id: number, hashes: string[]): Promise<void> {
  try {
    const setting = hashes.map((sha256) => store.setAside(shop_id, sha256));
    // Waits for all, even if one fails: the locks are released when the transaction ends.
    await Promise.allSettled(setting);
    const aside = await Promise.all(setting);
    if (hashes.length > 0) await sql`select`.execute(tx);
    await Promise.all(aside.map((one) => one?.discard()));
  } catch {
    // The response reports why the command was rejected, not this failure.
  }
}
