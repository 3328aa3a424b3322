import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { checkBackup } from '../../backup/check-backup.ts';
import { newestWholeIn } from '../../backup/rotation/rotated-directory.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import { cashDamage, describeCash } from '../cash/cash-commands.ts';
import type { Cli } from '../cli.ts';
import { describeFile, filesDamage, findFaultyFiles } from '../files/file-commands.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printResult } from '../terminal/print.ts';
import { readPassphrase, showProgress } from './backup-terminal.ts';
import { restoreTemporarily } from './temporary-restore.ts';

const INTO = `
--restore-into takes a database or a directory. For a database, as postgres://user@host/database, a database called
mandoob_check_… is created on the same server; the user needs the createdb right. Its password may come from PGPASSWORD,
since other users of the machine can see a command line. For a directory, a database is started in a subdirectory called
mandoob-check-…. Both are removed afterwards, along with those of killed checks. Nothing else is changed.`;

export function addCheckCommand(backup: Command, cli: Cli): void {
  backup
    .command('check')
    .argument('<file>', 'a file written by mandoob backup, or a directory: its newest complete backup')
    .option('--restore-into <place>', 'restore it there, verify cash book and files, and remove it again')
    .option('--json', 'as JSON, amounts in fils')
    .description('verify that a backup is complete and opens with the passphrase; exit code 1 if not')
    .addHelpText('after', INTO)
    .action(async (path: string, { restoreInto, ...options }: AsJson & { restoreInto?: string }) => {
      const checked = await checkWhole(cli, await fileAt(path));
      if (restoreInto === undefined) printResult(cli, options, checked.summary, checked.sentence);
      else await checkRestored(cli, checked, { into: restoreInto, options });
    });
}

/** Throws BackupError for a directory without a complete backup. */
async function fileAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ? newestWholeIn(path) : path;
}

type Checked = Awaited<ReturnType<typeof checkWhole>>;

/** Throws BadBackup for damaged bytes, BackupError for a wrong passphrase. */
async function checkWhole(cli: Cli, path: string) {
  const backup = await checkBackup(path, showProgress(cli));
  await backup.open(await readPassphrase('known'));
  const contents = [...backup.contents.values()];
  const summary = { path, tables: backup.tables.size, contents: contents.length };
  const sentence = `${path} is complete: ${summary.tables} tables and ${summary.contents} files.`;
  return { backup, summary, sentence };
}

/** Throws TerminalError if the restored data are wrong, or the restored copy could not be removed. */
async function checkRestored(
  cli: Cli,
  { backup, summary, sentence }: Checked,
  { into, options }: { into: string; options: AsJson },
): Promise<void> {
  let left = 0;
  const { found, rows } = await restoreTemporarily(into, backup, {
    on_progress: showProgress(cli),
    report: cli.report,
    on_leftover: (sentence) => {
      left += 1;
      cli.report(sentence);
    },
    inspect: async ({ owner, store }) => ({
      cash: await verifyCash(databaseOf(owner)),
      files: await findFaultyFiles(cli, { owner, store }),
    }),
  });
  const damage = [cashDamage(found.cash), filesDamage(found.files)].filter((each) => each !== null);
  const verified = damage.length === 0 ? ['The restored cash book and files are correct.'] : [];
  const lines = [
    sentence,
    `Restored ${rows} rows.`,
    ...found.cash.map(describeCash),
    ...found.files.map(describeFile),
  ];
  printResult(cli, options, { ...summary, rows, ...found }, [...lines, ...verified].join('\n'));
  if (left > 0) damage.push('the restored copy could not be removed');
  if (damage.length > 0) throw new TerminalError(damage.join('; '));
}
