import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { readBytes } from './read-bytes.ts';

/**
 * The least that a server can do with two files and a record of them, and be sure of them: read one request, write each file with one
 * fsync, insert one row and commit it. No sign-in, no rules, no checks. `DATABASE_URL` and `FILES_DIRECTORY`; prints its address.
 */
const { DATABASE_URL = '', FILES_DIRECTORY = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
await pool.query(
  'create table if not exists bare_work (id bigint generated always as identity primary key, work jsonb)',
);
let named = 0;

const server = createServer((request, response) => {
  const first_bytes = Number(request.headers['x-first-bytes']);
  readBytes(request)
    .then(async (body) => {
      named += 1;
      const path = join(FILES_DIRECTORY, String(named));
      const work = { at: new Date().toISOString(), bytes: body.length, path };
      await Promise.all([
        write(`${path}.first`, body.subarray(0, first_bytes)),
        write(`${path}.second`, body.subarray(first_bytes)),
      ]);
      await pool.query({ name: 'insert', text: 'insert into bare_work (work) values ($1)', values: [work] });
      response.writeHead(200, { 'content-length': '2' }).end('ok');
    })
    .catch((error: unknown) => {
      process.stderr.write(`${error}\n`);
      response.writeHead(500).end();
    });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
}
