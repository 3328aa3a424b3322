import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerDirectory, openOwner, startServerProcess } from '../support/e2e-server.ts';
import { build } from '../support/query-builder.ts';
import { openShop, runBusinessDay, STORE, sendingTo, WEBHOOK_SECRET } from './business-day.ts';
import { KEPT, keepProgram, runKept } from './kept-program.ts';

/**
 * Keeps a version for the tests: `npx tsx tests/upgrades/keep-version.ts DIRECTORY VERSION COMMIT`, where
 * DIRECTORY is a built checkout of that commit. Writes its server as kept/VERSION/program.tar.gz, and that
 * server's own backup of the demo shop after a business day as kept/VERSION/COMMIT.backup.
 */
const [product, version, commit] = process.argv.slice(2);
if (!product || !version || !commit) throw new Error('usage: keep-version.ts DIRECTORY VERSION COMMIT');

const { data_dir, remove } = await makeServerDirectory();
try {
  const server = await startServerProcess({ data_dir, product, args: ['--demo'] });
  const run = (...args: string[]) => {
    const { code, out, err } = runKept(product, data_dir, ...args);
    if (code !== 0) throw new Error(`mandoob ${args[0]} ${args[1]}: ${err}`);
    process.stdout.write(out);
  };
  run('shopify', 'connect', STORE, '--token', 'shpat_kept', '--secret', WEBHOOK_SECRET);
  await keepFromStore(data_dir);
  run('machine', 'add', 'POS-03');
  run('cash', 'issue', 'admin@demo.mandoob.example', '25.50');
  run('cash', 'adjust', 'driver@demo.mandoob.example', '5', '--down', '--reason', 'Counted again');
  const app = sendingTo(server.url);
  await runBusinessDay(app, await openShop(app), 2);
  await webhooksWorked(data_dir);
  mkdirSync(join(KEPT, version), { recursive: true });
  run('cash', 'verify');
  run('files', 'verify');
  run('backup', join(KEPT, version, `${commit}.backup`));
  await server.stop();
  keepProgram(product, version);
} finally {
  await remove();
}

/** Prevents outgoing requests: webhooks are received, but no server calls a store that refused it. */
async function keepFromStore(directory: string): Promise<void> {
  const { owner, close } = await openOwner(directory);
  const refusal = { refused_at: new Date(), refused_because: 'This store does not exist' };
  await build(owner).updateTable('shopify_connections').set(refusal).execute();
  await close();
}

async function webhooksWorked(directory: string): Promise<void> {
  const { owner, close } = await openOwner(directory);
  const waiting = () =>
    build(owner).selectFrom('shopify_webhooks').select('id').where('worked_at', 'is', null).execute();
  while ((await waiting()).length > 0) await new Promise((again) => setTimeout(again, 50));
  await close();
}
