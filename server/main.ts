import type { Database } from './platform/database/database.ts';
import { errorText } from './platform/error-text.ts';
import { createLog, type Log } from './platform/logging/log.ts';
import { DEFAULT_DATA_DIR } from './platform/own-package.ts';
import { BadSettings } from './platform/read-settings.ts';
import { type Config, readSettings } from './platform/settings/config.ts';
import { startServer } from './server.ts';
import { settingHints } from './settings/setting-hints.ts';
import { settingsNamed, unusableSettings } from './settings/unusable-settings.ts';

const DEMO_ACCOUNTS = ['admin', 'manager', 'driver', 'driver2'].map((name) => `${name}@demo.mandoob.example`);

const firstSteps = (
  config: Config,
) => `The database is empty. Create the first shop and its staff from another terminal in the same directory${withSettings(config)}:

  node bin/mandoob.mjs shop add "My Shop" --time-zone Asia/Dubai
  node bin/mandoob.mjs staff add admin@example.com   --shop 1 --name "Full Name" --role Admin
  node bin/mandoob.mjs staff add driver@example.com  --shop 1 --name "Full Name" --role Driver
  node bin/mandoob.mjs orders import orders_export.csv --shop 1
`;

/**
 * Names the settings that other commands need to find the same database. The URL contains a password and is
 * not shown.
 */
function withSettings({ database_url, data_dir }: Config): string {
  if (database_url !== null) return ', with the DATABASE_URL of this server';
  return data_dir === DEFAULT_DATA_DIR ? '' : `, with DATA_DIR set to ${data_dir}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Creates the demo shop in an empty database only, and refuses to mix a demo and a real shop. */
async function prepare(owner: Database, config: Config): Promise<void> {
  // Imported only here, so that the database starts first (server.ts).
  const { isDemo, isEmpty } = await import('../database/demo/shop-state.ts');
  if (config.demo) {
    const { makeDemoShop } = await import('../database/demo/demo-shop.ts');
    const { keepDemoPassword } = await import('../database/demo/demo-staff.ts');
    if (await isEmpty(owner)) await makeDemoShop(owner, { password: config.demo.password });
    else if (await isDemo(owner)) await keepDemoPassword(owner, config.demo.password);
    else throw new Error('This database contains a real shop: the demo needs an empty one.');
    return;
  }
  if (await isDemo(owner))
    throw new Error('This database contains the demo shop. Start it with `npm run demo`.');
  if (await isEmpty(owner)) say(firstSteps(config));
}

/**
 * Fills the demo in the background, so that sign-in does not wait. After a stop, the next start completes it.
 */
function fillDemo(server: Awaited<ReturnType<typeof startServer>>, password: string, log: Log) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const filled = import('../database/demo/fill-demo-day.ts')
    .then(({ fillDemoDay }) => fillDemoDay({ ...server, password, signal, say }))
    .catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'the demo data could not be completed');
    });
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await filled;
    },
  };
}

/**
 * Reads the settings and prints hints about probable mistakes. Throws BadSettings with all problems together:
 * invalid values and unusable settings.
 */
async function settings(): Promise<Config> {
  const { config, problems } = readSettings(process.env, { demo: process.argv.includes('--demo') });
  for (const hint of settingHints(process.env, config)) process.stderr.write(`Note: ${hint}\n`);
  if (problems.length === 0) return config;
  throw new BadSettings([...problems, ...(await unusableSettings(config, settingsNamed(problems)))]);
}

async function main(): Promise<void> {
  const config = await settings();
  const log = createLog(config.log_level);
  const stopping = new Promise<void>((resolve) => {
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  const server = await startServer(config, log, (owner) => prepare(owner, config));
  say(`${config.product_name} is ready at ${server.url}`);
  if (config.demo) say(`Sign in as ${DEMO_ACCOUNTS.join(', ')}\nwith the password ${config.demo.password}`);
  const filling = config.demo && fillDemo(server, config.demo.password, log);
  await stopping;
  if (filling) await filling.stop();
  await server.stop();
  // Work that was given up must not keep the process alive.
  process.exit();
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorText(error)}\n`);
  process.exitCode = 1;
});
