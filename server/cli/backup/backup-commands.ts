import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { backUp } from '../../backup/back-up.ts';
import { checkBackup } from '../../backup/check-backup.ts';
import { forgetBackup } from '../../backup/known-backups.ts';
import { restore } from '../../backup/restore.ts';
import { deleteOutdated, type Rotated } from '../../backup/rotation/rotated-directory.ts';
import type { Keeping } from '../../backup/rotation/rotation.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { machineNow } from '../../platform/machine.ts';
import type { Cli } from '../cli.ts';
import { type Installation, withInstallation } from '../open-installation.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printResult, sizeText } from '../terminal/print.ts';
import { PASSPHRASE_HELP, readPassphrase, showProgress } from './backup-terminal.ts';
import { addCheckCommand } from './check-backup-command.ts';

const ROTATION = `
With --into, the file name contains the timestamp and the database. When the backup is complete, outdated backups of the same
database in that directory are deleted: only the newest of each of the last days and months is kept. The newest backup and
all other files always stay. A backup that lacks files is named incomplete, replaces no complete one, and is deleted as soon
as a newer complete one exists.`;

export function addBackupCommands(program: Command, cli: Cli): void {
  addCheckCommand(backupCommand(program, cli), cli);
  restoreCommand(program, cli);
}

type Options = AsJson & { into?: string; keepDays: number; keepMonths: number };

const NOT_ROTATED: Rotated = { deleted: [], failures: [] };

function backupCommand(program: Command, cli: Cli): Command {
  return program
    .command('backup')
    .argument('[file]', 'the file to write; it must not exist')
    .description(
      'write a full backup to one file, also while the server runs; exit code 1 if a file is lost or an outdated backup remains',
    )
    .option('--into <directory>', 'write a new file to this directory instead, and delete outdated backups')
    .option('--keep-days <number>', 'days whose newest backup is kept, from 1 to 1000', periods(1), 14)
    .option('--keep-months <number>', 'months whose newest backup is kept, from 0 to 1000', periods(0), 12)
    .option('--json', 'as JSON')
    .addHelpText('after', PASSPHRASE_HELP + ROTATION)
    .action(async (file: string | undefined, { into, keepDays, keepMonths, ...options }: Options) => {
      const target = targetOf(file, into);
      const passphrase = await readPassphrase('new');
      const summary = await withInstallation(cli, 'shared', async (place) => {
        const auth_secrets = [...(await place.secrets.read())];
        const on_progress = showProgress(cli);
        const cost = cli.scrypt_N === undefined ? {} : { scrypt_N: cli.scrypt_N };
        const made = await backUp(place, { auth_secrets }, { ...target, passphrase, on_progress, ...cost });
        const keeping = { days: keepDays, months: keepMonths };
        const rotated = into === undefined ? NOT_ROTATED : await rotate(place, made.path, keeping);
        return { ...made, ...rotated };
      });
      const { path, bytes, tables, rows, contents, lost, deleted, failures } = summary;
      const sentences = [
        `Backed up ${tables} tables with ${rows} rows, and ${contents} files: ${sizeText(bytes)}${into === undefined ? '' : ` in ${path}`}`,
        ...lost.map(({ name, reason }) => `not in the backup: ${name}: ${reason}`),
        ...deleted.map((outdated) => `Deleted ${outdated}`),
        ...failures.map(({ path, reason }) => `${path}: ${reason}`),
      ];
      printResult(cli, options, summary, sentences.join('\n'));
      const wrong = [
        ...(lost.length > 0 ? [`${lost.length} files are lost; run mandoob files verify`] : []),
        ...(failures.length > 0 ? ['The backup was written, but not all outdated backups were deleted'] : []),
      ];
      if (wrong.length > 0) throw new TerminalError(wrong.join('. '));
    });
}

function targetOf(file: string | undefined, into: string | undefined) {
  if (file !== undefined && into === undefined) return { path: file };
  if (file === undefined && into !== undefined) return { into: resolve(into), now: machineNow() };
  throw new TerminalError('Name a file to write, or a directory with --into');
}

/** Deletes the outdated backups next to a new one. */
async function rotate({ owner }: Installation, made: string, keeping: Keeping): Promise<Rotated> {
  const database = databaseOf(owner);
  const forget = (path: string) => inTransaction(database, (tx) => forgetBackup(tx, path));
  return deleteOutdated(made, { keeping, forget });
}

const periods = (min: number) => (text: string) => {
  const number = Number(text);
  if (/^\d{1,4}$/.test(text) && number >= min && number <= 1000) return number;
  throw new InvalidArgumentError(`Enter a number from ${min} to 1000.`);
};

function restoreCommand(program: Command, cli: Cli): void {
  program
    .command('restore')
    .argument('<file>', 'a file written by mandoob backup')
    .option('--json', 'as JSON')
    .description('restore a backup into an empty installation; stop the server first')
    .addHelpText('after', PASSPHRASE_HELP)
    .action(async (path: string, options: AsJson) => {
      const on_progress = showProgress(cli);
      const backup = await checkBackup(path, on_progress);
      const { auth_secrets } = await backup.open(await readPassphrase('known'));
      const result = await withInstallation(cli, 'alone', async ({ owner, store, secrets }) => {
        await secrets.admit(auth_secrets);
        const left: { to_do: string | null } = { to_do: null };
        const before_commit = async () => {
          left.to_do = await secrets.keep(auth_secrets);
        };
        const summary = await restore({ owner, store }, backup, { before_commit, on_progress });
        return { ...summary, ...left };
      });
      const { tables, rows, contents, to_do } = result;
      const done = `Restored ${tables} tables with ${rows} rows, and ${contents} files.`;
      printResult(cli, options, result, to_do === null ? done : `${done}\n${to_do}`);
    });
}
