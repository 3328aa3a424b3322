import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type pg from 'pg';
import { findStoreTrouble, type LoadableStore } from '../../files/store/content-store.ts';
import { type Moved, type MoveProgress, moveContents } from '../../files/store/move-contents.ts';
import { openStore } from '../../files/store/open-store.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { machineNow, machineRandom } from '../../platform/machine.ts';
import type { Environment } from '../../platform/read-settings.ts';
import { readSettings } from '../../platform/settings/config.ts';
import type { FilesSetting } from '../../platform/settings/files-setting.ts';
import type { Cli } from '../cli.ts';
import { withInstallation } from '../open-installation.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printResult, progressLines, sizeText } from '../terminal/print.ts';

type Options = AsJson & { to: string; from?: string };
type Result = Moved & { servers_at_work: boolean };

export function addMoveFilesCommand(files: Command, cli: Cli): void {
  files
    .command('move')
    .requiredOption('--to <url>', 'the new location, in the format of FILES_URL')
    .option('--from <url>', 'the old location, if FILES_URL has been changed already')
    .option('--json', 'as JSON')
    .description(
      'copy all files to another location, also while the server runs; run it again to continue; exit code 1 if a file is lost or unreadable',
    )
    .action(async (options: Options) => {
      const [from, to] = placesOf(cli.env, options);
      const store = await storeAt(to, '--to');
      const result = await withInstallation(cli, 'shared', async ({ owner, store: own }) => {
        const old = from === null ? own : await storeAt(from, '--from');
        const tell = progressLines(cli.report_progress, progress);
        const moved = await moveContents(databaseOf(owner), old, store, tell);
        return { ...moved, servers_at_work: await areServersAtWork(owner) };
      });
      printResult(cli, options, result, describe(result, options.to));
      const troubles = troublesOf(result);
      if (troubles.length > 0) throw new TerminalError(troubles.join('; '));
    });
}

/** `from` is null if it is the location in FILES_URL. Throws TerminalError. */
function placesOf(env: Environment, options: Options): [from: FilesSetting | null, to: FilesSetting] {
  const to = placeOf({ ...env, FILES_URL: options.to }, '--to');
  const from = placeOf(
    { ...env, FILES_URL: options.from ?? env.FILES_URL },
    options.from ? '--from' : 'FILES_URL',
  );
  if (isDeepStrictEqual(from, to)) {
    const hint = options.from
      ? ''
      : '. If FILES_URL has been changed already, name the old location with --from';
    throw new TerminalError(`The old and the new location are the same${hint}`);
  }
  return [options.from ? from : null, to];
}

function placeOf({ FILES_URL, DATA_DIR, ...env }: Environment, name: string): FilesSetting {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env;
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN };
  const { config, problems } = readSettings({ FILES_URL, DATA_DIR, ...keys });
  if (problems.length === 0) return config.files;
  throw new TerminalError(problems.map((problem) => problem.replace(/^FILES_URL\b/, name)).join('\n'));
}

/** Throws TerminalError if files cannot be stored there. */
async function storeAt(place: FilesSetting, name: string): Promise<LoadableStore> {
  const store = await openStore(place, { now: machineNow, random: machineRandom });
  const trouble = name === '--to' ? await findStoreTrouble(store) : null;
  if (trouble !== null) throw new TerminalError(`${name}: ${trouble}`);
  return store;
}

/** True if another process of the product has a database session. */
async function areServersAtWork(owner: pg.Pool): Promise<boolean> {
  const { rowCount } = await owner.query(`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'mandoob' and pid <> pg_backend_pid() limit 1`);
  return rowCount !== 0;
}

function progress({ files, files_total, copied_bytes }: MoveProgress): string {
  return `${files} of ${files_total} files, ${sizeText(copied_bytes)} copied`;
}

function troublesOf({ lost, unread, stopped }: Moved): string[] {
  const troubles = [
    lost.length > 0 && `${lost.length} files are lost`,
    unread.length > 0 && `${unread.length} files could not be read`,
    stopped && 'stopped: too many files in a row could not be read from the old location',
  ];
  return troubles.filter((each) => each !== false);
}

function describe(result: Result, to: string): string {
  const { copied, copied_bytes, there, lost, unread } = result;
  return [
    `Copied ${copied} files, ${sizeText(copied_bytes)}; ${there} existed already. The old location was not changed.`,
    ...[...lost, ...unread].map(({ name, reason }) => `not copied: ${name}: ${reason}`),
    nextStep(result, to),
  ].join('\n');
}

/** Suggests switching to the new location only if it has all files. */
function nextStep({ lost, unread, stopped, servers_at_work }: Result, to: string): string {
  if (stopped || unread.length > 0)
    return 'The old location may have more files. Make it readable and run this again; copied files are not copied again';
  if (lost.length > 0)
    return 'The files listed above are missing in the new location too. A backup may have them; see docs/operate/files-in-s3.md';
  return servers_at_work
    ? `A server is running on this database and still stores new files in the old location. Stop all servers, run this again, then start them with FILES_URL=${to}`
    : `No server is running on this database. Start all servers with FILES_URL=${to}, then verify the files: mandoob files verify`;
}
