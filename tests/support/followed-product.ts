import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dataPaths } from '../../server/platform/data-directory/data-directory.ts';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { ownEnvironment, stopLeftDatabase } from './e2e-server.ts';
import { EXPORT_PATH } from './shopify-export.ts';
import { startShopifyStore } from './shopify-store.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEFAULT_ADDRESS = '127.0.0.1:3000';
/** The parts of a built and installed checkout that are copied. */
const COPIED = [
  ...['bin', 'contract', 'database', 'dist', 'scripts', 'server', 'web'],
  ...['package.json', 'package-lock.json', 'vite.config.ts'],
];
const STARTS_SERVER = /^([A-Z_]+=\S* )*npm (start|run demo)\b/;
const READY = / is ready at http/;

export type Outcome = { code: number | null; output: string };

/**
 * Sets up the product in a temporary directory, as a reader of a document has it: with a home, a passphrase
 * for backups, a Shopify store on loopback, and a free PORT that replaces 3000 in commands and output. `set`
 * adds environment variables.
 */
export async function placeProduct(set: Readonly<Record<string, string>> = {}) {
  const place = await makeTemporaryDirectory();
  for (const name of COPIED) await cp(join(ROOT, name), join(place.path, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(place.path, 'node_modules'));
  await cp(EXPORT_PATH, join(place.path, 'orders_export.csv'));
  const store = await startShopifyStore();
  Object.assign(store.client, { id: '…', secret: '…' });
  const port = await freePort();
  const env = {
    ...ownEnvironment(),
    PORT: String(port),
    HOME: place.path,
    MANDOOB_BACKUP_PASSPHRASE: 'a passphrase of the tests',
    SHOPIFY_STORE_ON_LOOPBACK: store.address(),
    NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, 'tests/support/store-on-loopback.mjs'))}`,
    // npm prints the name of the script it runs, which no document shows.
    npm_config_loglevel: 'silent',
    TERM: 'dumb',
    ...set,
  };
  let server: ChildProcess | undefined;

  async function stopServer(): Promise<void> {
    if (server) await ended(server);
    server = undefined;
  }

  /** Runs a command. A command that starts a server stops the previous one, and is done once it is ready. */
  async function run(command: string): Promise<Outcome> {
    const starts = STARTS_SERVER.test(command);
    if (starts) await stopServer();
    const child = spawn('sh', ['-c', command.replaceAll(DEFAULT_ADDRESS, `127.0.0.1:${port}`)], {
      cwd: place.path,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const written: string[] = [];
    const code = await new Promise<number | null>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          written.push(text);
          if (starts && READY.test(written.join(''))) resolve(0);
        });
      }
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (starts && child.exitCode === null) server = child;
    return { code, output: written.join('').replaceAll(`127.0.0.1:${port}`, DEFAULT_ADDRESS) };
  }

  /** Sends SIGTERM to the server alone, as a supervisor does. Returns its exit code, passed on by npm. */
  async function stop(): Promise<number | null> {
    if (!server) throw new Error('No server is running');
    const closed = once(server, 'close');
    const { pid } = JSON.parse(await readFile(dataPaths(join(place.path, 'data')).lock, 'utf8'));
    process.kill(pid, 'SIGTERM');
    const [code] = await closed;
    server = undefined;
    return code;
  }

  return {
    run,
    stop,
    async remove(): Promise<void> {
      await stopServer();
      for (const data_dir of ['data', 'data/demo']) await stopLeftDatabase(join(place.path, data_dir));
      await store.stop();
      await place.remove();
    },
  };
}

/** Ends the whole process group of a command's shell, as closing a terminal does. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await gone;
}
