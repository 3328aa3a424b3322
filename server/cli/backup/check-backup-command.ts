import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { checkBackup } from '../../backup/check-backup.ts';
import { newestWholeIn } from '../../backup/rotation/rotated-directory.ts';
import { databaseOf } from '../../platform/database/database.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import { cashDamage, describeCash } from '../cash/cash-commands.ts';
import type { Cli } from '../cli.ts';
import { describeFile, filesDamage, findWrongFiles } from '../files/file-commands.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printResult } from '../terminal/print.ts';
import { readPassphrase, showProgress } from './backup-terminal.ts';
import { restoredElsewhere } from './restored-elsewhere.ts';

const INTO = `
--restore-into names a database, as postgres://user@host/database (its password may come from PGPASSWORD: a command line can be seen by other users
of the machine), on whose server one called mandoob_check_… is made, for which the user needs the right createdb; or a directory, below which one
called mandoob-check-… is made, in which a database is started. It is removed afterwards, and what a killed check left there before. Nothing else
is touched.`;

export function addCheckCommand(backup: Command, cli: Cli): void {
  backup
    .command('check')
    .argument('<file>', 'what mandoob backup wrote; of a directory, the newest in it that lacks no file')
    .option('--restore-into <place>', 'restore it there, prove cash book and files, and remove it again')
    .option('--json', 'as JSON, amounts in fils')
    .description('prove that a backup is whole and opens with the passphrase; exit code 1 where not')
    .addHelpText('after', INTO)
    .action(async (path: string, { restoreInto, ...options }: AsJson & { restoreInto?: string }) => {
      const checked = await checkWhole(cli, await fileAt(path));
      if (restoreInto === undefined) printResult(cli, options, checked.summary, checked.sentence);
      else await checkRestored(cli, checked, { into: restoreInto, options });
    });
}

/** Throws BackupError where it is a directory without a whole backup. */
async function fileAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ? newestWholeIn(path) : path;
}

type Checked = Awaited<ReturnType<typeof checkWhole>>;

/** Throws BadBackup where a byte is wrong, BackupError where the passphrase is. */
async function checkWhole(cli: Cli, path: string) {
  const backup = await checkBackup(path, showProgress(cli));
  await backup.open(await readPassphrase('known'));
  const contents = [...backup.contents.values()];
  const summary = { path, tables: backup.tables.size, contents: contents.length };
  const sentence = `${path} is whole: ${summary.tables} tables and ${summary.contents} files.`;
  return { backup, summary, sentence };
}

/** Throws TerminalError where the restored cash book or a restored file is not right, or what was restored could not be removed. */
async function checkRestored(
  cli: Cli,
  { backup, summary, sentence }: Checked,
  { into, options }: { into: string; options: AsJson },
): Promise<void> {
  let left = 0;
  const { found, rows } = await restoredElsewhere(into, backup, {
    on_progress: showProgress(cli),
    tell: cli.tell,
    on_left: (sentence) => {
      left += 1;
      cli.tell(sentence);
    },
    look: async ({ owner, store }) => ({
      cash: await verifyCash(databaseOf(owner)),
      files: await findWrongFiles(cli, { owner, store }),
    }),
  });
  const damage = [cashDamage(found.cash), filesDamage(found.files)].filter((each) => each !== null);
  const right = damage.length === 0 ? ['Restored, its cash book and all its files are right.'] : [];
  const told = [
    sentence,
    `Restored ${rows} rows.`,
    ...found.cash.map(describeCash),
    ...found.files.map(describeFile),
  ];
  printResult(cli, options, { ...summary, rows, ...found }, [...told, ...right].join('\n'));
  if (left > 0) damage.push('what was restored could not be removed');
  if (damage.length > 0) throw new TerminalError(damage.join('; '));
}
