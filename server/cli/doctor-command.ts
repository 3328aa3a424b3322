import type { Command } from 'commander';
import { cashWaitingTooLong } from '../cash/post-waiting-movements.ts';
import { findStoreTrouble } from '../files/store/content-store.ts';
import { databaseOf } from '../platform/database/database.ts';
import { assertMigrated } from '../platform/database/migrations/migrations.ts';
import { errorText } from '../platform/error-text.ts';
import { diskSpaceTrouble } from '../platform/logging/troubles.ts';
import { machineNow } from '../platform/machine.ts';
import { type Config, readSettings } from '../platform/settings/config.ts';
import { settingHints } from '../settings/setting-hints.ts';
import { settingsNamed, unusableSettings } from '../settings/unusable-settings.ts';
import type { Cli } from './cli.ts';
import type { Installation, OpenInstallation } from './open-installation.ts';
import { TerminalError } from './terminal/ending.ts';
import { type AsJson, printFound } from './terminal/print.ts';

/** `trouble` is null if the part is ok. */
type Checked = { part: string; trouble: string | null };

export function addDoctorCommand(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .option('--json', 'as JSON')
    .description('find what prevents the server from working, now or soon; exit code 1 if anything does')
    .action(async ({ json }: AsJson) => {
      const { config, problems } = readSettings(cli.env);
      const found = [...(await settingsChecked(cli, config, problems)), ...(await examine(cli.installation))];
      printFound(cli, { json }, found, ({ part, trouble }) => `${part}: ${trouble ?? 'ok'}`);
      const bad = found.filter(({ trouble }) => trouble !== null).length;
      if (bad > 0) throw new TerminalError(`${bad} of ${found.length} checks failed`);
    });
}

/** Not checked here: the running server uses these addresses, and the database has a separate check. */
const CHECKED_ELSEWHERE = ['PORT', 'HOST', 'METRICS_PORT', 'DATABASE_URL', 'DATA_DIR'];

async function settingsChecked(
  { env, report: tell }: Cli,
  config: Config,
  problems: readonly string[],
): Promise<Checked[]> {
  for (const hint of settingHints(env, config)) tell(`Note: ${hint}`);
  const unusable = await unusableSettings(config, [...CHECKED_ELSEWHERE, ...settingsNamed(problems)]);
  const troubles = [...problems, ...unusable].map((trouble) => ({ part: 'settings', trouble }));
  return troubles.length > 0 ? troubles : [{ part: 'settings', trouble: null }];
}

async function examine(open: OpenInstallation): Promise<Checked[]> {
  let installation: Installation;
  try {
    installation = await open('shared');
  } catch (error) {
    return [{ part: 'database', trouble: errorText(error) }];
  }
  const { owner, store, data_dir, checkRequests, close } = installation;
  try {
    return [
      { part: 'database', trouble: await troubleOf(() => assertMigrated(owner).then(() => null)) },
      data_dir === null
        ? { part: 'requests', trouble: await troubleOf(() => checkRequests().then(() => null)) }
        : { part: 'disk', trouble: await troubleOf(() => diskSpaceTrouble(data_dir)) },
      { part: 'files', trouble: await findStoreTrouble(store) },
      { part: 'cash', trouble: await troubleOf(() => cashWaitingTooLong(databaseOf(owner), machineNow())) },
    ];
  } finally {
    await close();
  }
}

/** Returns the result of the check, or the text of its error. */
async function troubleOf(check: () => Promise<string | null>): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    return errorText(error);
  }
}
