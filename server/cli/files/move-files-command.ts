import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type pg from 'pg';
import { type LoadableStore, storeTrouble } from '../../files/store/content-store.ts';
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

/** Adds `files move`. */
export function addMoveFilesCommand(files: Command, cli: Cli): void {
  files
    .command('move')
    .requiredOption('--to <url>', 'the new place, as FILES_URL would name it')
    .option('--from <url>', 'the old place, where FILES_URL does not name it any more')
    .option('--json', 'as JSON')
    .description(
      'copy all files to another place, also while the server works; run it again to go on; exit code 1 where a file is lost or could not be read',
    )
    .action(async (options: Options) => {
      const [from, to] = placesOf(cli.env, options);
      const store = await storeAt(to, '--to');
      const result = await withInstallation(cli, 'shared', async ({ owner, store: own }) => {
        const old = from === null ? own : await storeAt(from, '--from');
        const tell = progressLines(cli.tell_progress, progress);
        const moved = await moveContents(databaseOf(owner), old, store, tell);
        return { ...moved, servers_at_work: await areServersAtWork(owner) };
      });
      printResult(cli, options, result, describe(result, options.to));
      const troubles = troublesOf(result);
      if (troubles.length > 0) throw new TerminalError(troubles.join('; '));
    });
}

/** Null for what FILES_URL names. Throws TerminalError. */
function placesOf(env: Environment, options: Options): [from: FilesSetting | null, to: FilesSetting] {
  const to = placeOf({ ...env, FILES_URL: options.to }, '--to');
  const from = placeOf(
    { ...env, FILES_URL: options.from ?? env.FILES_URL },
    options.from ? '--from' : 'FILES_URL',
  );
  if (isDeepStrictEqual(from, to)) {
    const hint = options.from ? '' : ': name the old place with --from, where FILES_URL is changed already';
    throw new TerminalError(`The old place and the new one are the same${hint}`);
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

/** Throws TerminalError where nothing can be stored there. */
async function storeAt(place: FilesSetting, name: string): Promise<LoadableStore> {
  const store = await openStore(place, { now: machineNow, random: machineRandom });
  const trouble = name === '--to' ? await storeTrouble(store) : null;
  if (trouble !== null) throw new TerminalError(`${name}: ${trouble}`);
  return store;
}

/** Whether anybody but this command has a session of the product's. */
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
    stopped && 'stopped there: the old place fails with one after the other',
  ];
  return troubles.filter((each) => each !== false);
}

function describe(result: Result, to: string): string {
  const { copied, copied_bytes, there, lost, unread } = result;
  return [
    `Copied ${copied} files, ${sizeText(copied_bytes)}; ${there} were there already. Nothing was changed in the old place.`,
    ...[...lost, ...unread].map(({ name, reason }) => `not copied: ${name}: ${reason}`),
    nextStep(result, to),
  ].join('\n');
}

/** Nobody is told to change over while the new place lacks something. */
function nextStep({ lost, unread, stopped, servers_at_work }: Result, to: string): string {
  if (stopped || unread.length > 0)
    return 'The old place may have more. See that it can be read, and run this again: what is copied is not copied again';
  if (lost.length > 0)
    return 'What is named above is missing in the new place too. A backup may have it; docs/operate/files-in-s3.md says how to go on';
  return servers_at_work
    ? `A server is at work on this database, and what it stores from now on lies in the old place only. Stop all servers, run this again, and then start them with FILES_URL=${to}`
    : `No server is at work on this database. Start all servers with FILES_URL=${to}, and prove the files there with: mandoob files verify`;
}
