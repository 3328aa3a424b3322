import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { tablesOf } from '../server/backup/manifest.ts';
import { timed } from './measure/measure.ts';

const { escapeIdentifier } = pg;

/**
 * The time that each step of a backup and a restore takes in isolation, measured one after the other, in ms.
 */
export type Limits = {
  /**
   * The same tables with COPY and a bare driver: read, written to tables without keys, then indexed one index
   * at a time.
   */
  out_ms: number;
  in_ms: number;
  indexes_ms: number;
  /** SHA-256 of the backup's bytes, and writing as many bytes to one file with one fsync. */
  hash_ms: number;
  write_ms: number;
};

export async function limitsOf(
  { from, into }: { from: pg.Pool; into: pg.Pool },
  { backup, directory }: { backup: string; directory: string },
): Promise<Limits> {
  const [source, target] = [await from.connect(), await into.connect()];
  try {
    const tables = (await tablesOf(source)).map(({ name }) => name);
    const rowsOf = (name: string) => `(select * from public.${escapeIdentifier(name)})`;
    const path = (name: string) => join(directory, `${name}.copy`);
    const out = await timed(async () => {
      for (const name of tables) {
        const stream = source.query(copyTo(`copy ${rowsOf(name)} to stdout (format binary)`));
        await pipeline(stream, createWriteStream(path(name)));
      }
    });
    await target.query("set search_path = bare; create schema bare; set maintenance_work_mem = '128MB'");
    for (const name of tables) {
      await target.query(
        `create table ${escapeIdentifier(name)} (like public.${escapeIdentifier(name)} including constraints including defaults including generated)`,
      );
    }
    const into_bare = await timed(async () => {
      for (const name of tables) {
        const stream = target.query(copyFrom(`copy ${escapeIdentifier(name)} from stdin (format binary)`));
        await pipeline(createReadStream(path(name), { highWaterMark: CHUNK_BYTES }), stream);
      }
    });
    const { rows } = await target.query<{ statement: string }>(
      "select regexp_replace(indexdef, ' ON (ONLY )?public\\.', ' ON bare.') as statement from pg_indexes where schemaname = 'public'",
    );
    const indexes = await timed(async () => {
      for (const { statement } of rows) await target.query(statement);
    });
    await target.query('drop schema bare cascade');
    for (const name of tables) await rm(path(name));
    const hash = await timed(() => hashOf(backup));
    const written = await timed(async () => writeOnce(join(directory, 'bare'), (await stat(backup)).size));
    return {
      out_ms: out.ms,
      in_ms: into_bare.ms,
      indexes_ms: indexes.ms,
      hash_ms: hash.ms,
      write_ms: written.ms,
    };
  } finally {
    source.release(true);
    target.release(true);
  }
}

const CHUNK_BYTES = 1_048_576;

async function hashOf(path: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hash.update(chunk);
  hash.digest();
}

async function writeOnce(path: string, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(CHUNK_BYTES, 7);
  const file = await open(path, 'w');
  for (let left = bytes; left > 0; left -= chunk.length)
    await file.write(chunk, 0, Math.min(left, chunk.length));
  await file.sync();
  await file.close();
  await rm(path);
}
