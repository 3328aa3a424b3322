import cluster from 'node:cluster';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { authCalls } from './auth.ts';
import { readCatalogue } from './catalogue.ts';
import { type Answer, Refusal, refused, send } from './http.ts';
import { restCalls } from './rest.ts';
import { storageCalls } from './storage.ts';
import { tokensOf } from './tokens.ts';

/**
 * `DATABASE_URL` (a superuser's), `FILES_DIRECTORY`, `JWT_SECRET`, and if wanted `PORT`, `WORKERS`, `FSYNC=off` and `SETUP_SQL`, a file to
 * run once. Prints one line of JSON once it serves on loopback: its address and the two keys.
 */
const {
  DATABASE_URL = '',
  FILES_DIRECTORY = '',
  JWT_SECRET = '',
  PORT = '54321',
  FSYNC,
  SETUP_SQL,
} = process.env;
if (!DATABASE_URL || !FILES_DIRECTORY || JWT_SECRET.length < 32)
  throw new Error('Set DATABASE_URL, FILES_DIRECTORY and a JWT_SECRET of 32 characters or more.');
/** As many processes as processors: PostgREST uses all of them, and the storage is run several times. */
const WORKERS = Number(process.env.WORKERS ?? availableParallelism());

/** Connections of all workers together: PostgREST's default, and the storage's. */
const REST_CONNECTIONS = 10;
const STORAGE_CONNECTIONS = 20;

const tokens = tokensOf(JWT_SECRET);
const keyOf = (role: string) => tokens.sign({ role, iss: 'supabase' });

if (cluster.isPrimary) await startWorkers();
else await serve();

async function startWorkers(): Promise<void> {
  const pool = poolOf(undefined, 1);
  const { rows } = await pool.query("select to_regnamespace('auth') is null as is_empty");
  if (rows[0].is_empty) {
    for (const file of [new URL('base.sql', import.meta.url), ...(SETUP_SQL ? [SETUP_SQL] : [])])
      await pool.query(await readFile(file, 'utf8'));
  }
  await pool.end();
  const listening = Array.from({ length: WORKERS }, () => {
    const worker = cluster.fork();
    return new Promise((resolve) => worker.once('listening', resolve));
  });
  // A worker that dies takes the comparison with it.
  cluster.on('exit', () => process.exit(1));
  process.on('SIGTERM', () => process.exit(0));
  await Promise.all(listening);
  const ready = {
    url: `http://127.0.0.1:${PORT}`,
    anon_key: keyOf('anon'),
    service_key: keyOf('service_role'),
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

async function serve(): Promise<void> {
  const rest = poolOf('authenticator', Math.ceil(REST_CONNECTIONS / WORKERS));
  const service = tokens.callerOf(`Bearer ${keyOf('service_role')}`);
  if (!service) throw new Error('the service’s own key is good');
  const calls = {
    auth: authCalls(poolOf('supabase_auth_admin', 2), tokens),
    rest: restCalls(rest, await readCatalogue(rest)),
    storage: storageCalls({
      pool: poolOf('supabase_storage_admin', Math.ceil(STORAGE_CONNECTIONS / WORKERS)),
      service,
      directory: FILES_DIRECTORY,
      fsync: FSYNC !== 'off',
    }),
  };
  const answerOf = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const caller = tokens.callerOf(request.headers.authorization);
    if (url.pathname.startsWith('/auth/v1/')) return calls.auth(request, url, caller);
    if (!caller) throw new Refusal(401, 'PGRST301', 'no token that is good');
    return url.pathname.startsWith('/rest/v1/')
      ? calls.rest(request, url, caller)
      : calls.storage(request, url, caller);
  };
  createServer((request, response) => {
    answerOf(request)
      .catch(refused)
      .then((answer) => send(response, answer))
      .catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        response.writeHead(500).end();
      });
  }).listen(Number(PORT), '127.0.0.1');
}

/** Without a password: the database is this comparison's own, and listens on loopback. */
function poolOf(user: string | undefined, max: number): pg.Pool {
  const url = new URL(DATABASE_URL);
  if (user !== undefined) url.username = user;
  return new pg.Pool({ connectionString: url.href, max });
}
