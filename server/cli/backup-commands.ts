import type { Command } from 'commander';
import { backUp } from '../backup/back-up.ts';
import { checkBackup } from '../backup/check-backup.ts';
import type { Progress } from '../backup/progress.ts';
import { restore } from '../backup/restore.ts';
import { askAtTerminal } from './ask-at-terminal.ts';
import { backupProgressText } from './backup-progress.ts';
import type { Cli } from './cli.ts';
import { TerminalError } from './ending.ts';
import { withInstallation } from './open-installation.ts';
import { type AsJson, printResult, progressLines, sizeText } from './print.ts';

const VARIABLE = 'MANDOOB_BACKUP_PASSPHRASE';
const PASSPHRASE = `\nThe passphrase comes from ${VARIABLE}, or is asked for.`;
const PASSPHRASE_LENGTH_MIN = 10;

export function addBackupCommands(program: Command, cli: Cli): void {
  backupCommand(program, cli);
  restoreCommand(program, cli);
}

function backupCommand(program: Command, cli: Cli): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write; it must not exist')
    .description(
      'write everything into one file, also while the server works; exit code 1 where a file is lost',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', PASSPHRASE)
    .action(async (path: string, options: AsJson) => {
      const passphrase = await readPassphrase('new');
      const summary = await withInstallation(cli, 'shared', async ({ owner, store, secrets }) => {
        const auth_secrets = [...(await secrets.read())];
        const on_progress = showProgress(cli);
        return backUp({ owner, store }, { auth_secrets }, { path, passphrase, on_progress });
      });
      const { bytes, tables, rows, contents, lost } = summary;
      const sentences = [
        `Backed up ${tables} tables with ${rows} rows, and ${contents} files: ${sizeText(bytes)}`,
        ...lost.map(({ name, reason }) => `not in the backup: ${name}: ${reason}`),
      ];
      printResult(cli, options, summary, sentences.join('\n'));
      if (lost.length > 0) throw new TerminalError(`${lost.length} files are lost; see mandoob files verify`);
    });
}

function restoreCommand(program: Command, cli: Cli): void {
  program
    .command('restore')
    .argument('<file>', 'what mandoob backup wrote')
    .option('--json', 'as JSON')
    .description('bring a backup back into an empty place; stop the server first')
    .addHelpText('after', PASSPHRASE)
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

function takesLong({ takes_long = false }: Progress): boolean {
  return takes_long;
}

function showProgress(cli: Cli): (progress: Progress) => void {
  return progressLines(
    cli.tell_progress,
    backupProgressText(() => performance.now()),
    takesLong,
  );
}

/** The passphrase: from the environment, else asked for, twice for a new one. No argument: others could read it. Throws TerminalError. */
async function readPassphrase(purpose: 'new' | 'known'): Promise<string> {
  const given = process.env[VARIABLE];
  const passphrase = given || (await ask('Passphrase of the backup: '));
  if (purpose === 'known') return passphrase;
  if (passphrase.length < PASSPHRASE_LENGTH_MIN) {
    throw new TerminalError(`A passphrase needs at least ${PASSPHRASE_LENGTH_MIN} characters`);
  }
  if (!given && (await ask('Once more: ')) !== passphrase)
    throw new TerminalError('The two were not the same');
  return passphrase;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new TerminalError(`Set ${VARIABLE}, or run this in a terminal that can ask for the passphrase`);
  }
  return askAtTerminal(question, { hidden: true });
}
