import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type Answer, json, Refusal } from './http.ts';
import type { Caller } from './tokens.ts';
import { type Asked, storageTransaction } from './transactions.ts';

export type StorageOptions = {
  /** The pool of the storage's own login. */
  pool: pg.Pool;
  service: Caller;
  directory: string;
  /** Whether a file is safely on disk before the answer. Supabase's file backend leaves that to the system. */
  fsync: boolean;
};

const PREFIX = '/storage/v1/object/';

const UPSERT = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3::uuid, $3::text, $4, $5, null)
  on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata
  returning *`;
const INSERT = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
  values ($1, $2, $3::uuid, $3::text, $4, $5) returning *`;

/**
 * An upload as Supabase's storage does it: the bucket as the service, the right to write tried as the caller and rolled back, the
 * file, its checksum, then the row as the service under a lock of its name.
 */
export function storageCalls({ pool, service, directory, fsync }: StorageOptions) {
  return async (request: IncomingMessage, url: URL, caller: Caller): Promise<Answer> => {
    if (request.method !== 'POST' || !url.pathname.startsWith(PREFIX))
      throw new Refusal(404, 'not_found', `nothing is at ${url.pathname}`);
    const [bucket = '', ...segments] = decodeURIComponent(url.pathname.slice(PREFIX.length)).split('/');
    if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
      throw new Refusal(400, 'InvalidKey', 'invalid key');
    const name = segments.join('/');
    const upserts = request.headers['x-upsert'] === 'true';
    const asked: Asked = { method: 'POST', path: url.pathname, headers: JSON.stringify(request.headers) };
    const of_caller = caller.claims.sub ?? null;

    const buckets = await storageTransaction(pool, service, asked, 'commit', (client) =>
      client.query('select id, file_size_limit, allowed_mime_types from storage.buckets where id = $1', [
        bucket,
      ]),
    );
    if (buckets.rows.length === 0) throw new Refusal(404, 'NoSuchBucket', 'bucket not found');
    await storageTransaction(pool, caller, asked, 'rollback', (client) =>
      client.query(upserts ? UPSERT : INSERT, [bucket, name, of_caller, '1', null]),
    );
    const version = randomUUID();
    const path = join(directory, bucket, name, version);
    const bytes = await writeFile(request, path, fsync);
    const metadata = {
      eTag: `"${await checksumOf(path)}"`,
      size: bytes,
      mimetype: request.headers['content-type'] ?? 'application/octet-stream',
      cacheControl: request.headers['cache-control'] ?? 'no-cache',
      httpStatusCode: 200,
    };
    const stored = await storageTransaction(pool, service, asked, 'commit', async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [lockOf(`${bucket}/${name}`)]);
      await client.query(
        'select id, version, metadata from storage.objects where bucket_id = $1 and name = $2 for update',
        [bucket, name],
      );
      return client.query<{ id: string }>(UPSERT, [bucket, name, of_caller, version, metadata]);
    });
    return json(200, { Id: stored.rows[0]?.id, Key: `${bucket}/${name}` });
  };
}

async function writeFile(request: IncomingMessage, path: string, fsync: boolean): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const file = createWriteStream(path);
  await pipeline(request, file);
  if (fsync) {
    const handle = await open(path, 'r+');
    await handle.sync();
    await handle.close();
  }
  return file.bytesWritten;
}

/** Read back from the file, as the file backend does for the entity tag. */
async function checksumOf(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function lockOf(name: string): number {
  return createHash('sha256').update(name).digest().readInt32BE();
}
