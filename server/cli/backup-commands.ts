import type { Command } from 'commander';
import { backUp } from '../backup/back-up.ts';
import { checkBackup } from '../backup/check-backup.ts';
import type { Progress } from '../backup/progress.ts';
import { restore } from '../backup/restore.ts';
import { type Installation, type OpenInstallation, openInstallation } from './open-installation.ts';
import { refusing } from './operate.ts';
import { readPassphrase } from './passphrase.ts';
import { printResult } from './print.ts';
import { progressLines, sizeText } from './progress-line.ts';
import { stop } from './stop.ts';

const PASSPHRASE = '\nThe passphrase comes from MANDOOB_BACKUP_PASSPHRASE, or is asked for.';

export function addBackupCommands(program: Command, open: OpenInstallation = openInstallation): void {
  backupCommand(program, open);
  restoreCommand(program, open);
}

function backupCommand(program: Command, open: OpenInstallation): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write; it must not exist')
    .description(
      'write everything into one file, also while the server works; exit code 1 where a file is lost',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', PASSPHRASE)
    .action(async (path: string, options: { json?: boolean }, command: Command) => {
      const summary = await refusing(command, async () => {
        const passphrase = await readPassphrase('new');
        return withInstallation(open, 'shared', async ({ owner, store, secrets }) => {
          const auth_secrets = [...(await secrets.read())];
          const on_progress = progressLines(command, describe, takesLong);
          return backUp({ owner, store }, { auth_secrets }, { path, passphrase, on_progress });
        });
      });
      const { bytes, tables, rows, contents, lost } = summary;
      const sentences = [
        `Backed up ${tables} tables with ${rows} rows, and ${contents} files: ${sizeText(bytes)}`,
        ...lost.map(({ name, reason }) => `not in the backup: ${name}: ${reason}`),
      ];
      printResult(command, options, summary, sentences.join('\n'));
      if (lost.length > 0) {
        command.error(`error: ${lost.length} files are lost; see mandoob files verify`, { exitCode: 1 });
      }
    });
}

function restoreCommand(program: Command, open: OpenInstallation): void {
  program
    .command('restore')
    .argument('<file>', 'what mandoob backup wrote')
    .option('--json', 'as JSON')
    .description('bring a backup back into an empty place; stop the server first')
    .addHelpText('after', PASSPHRASE)
    .action(async (path: string, options: { json?: boolean }, command: Command) => {
      const { tables, rows, contents, to_do } = await refusing(command, async () => {
        const on_progress = progressLines(command, describe, takesLong);
        const backup = await checkBackup(path, on_progress);
        const { auth_secrets } = await backup.open(await readPassphrase('known'));
        return withInstallation(open, 'alone', async ({ owner, store, secrets }) => {
          await secrets.admit(auth_secrets);
          const left: { to_do: string | null } = { to_do: null };
          const before_commit = async () => {
            left.to_do = await secrets.keep(auth_secrets);
          };
          const summary = await restore({ owner, store }, backup, { before_commit, on_progress });
          return { ...summary, ...left };
        });
      });
      const done = `Restored ${tables} tables with ${rows} rows, and ${contents} files.`;
      const sentence = to_do === null ? done : `${done}\n${to_do}`;
      printResult(command, options, { tables, rows, contents, to_do }, sentence);
    });
}

async function withInstallation<T>(
  open: OpenInstallation,
  use: 'shared' | 'alone',
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await open(use);
  try {
    stop.throwIfAborted();
    return await work(installation);
  } finally {
    await installation.close();
  }
}

function takesLong({ takes_long = false }: Progress): boolean {
  return takes_long;
}

function describe({ step, bytes, bytes_total }: Progress): string {
  const of = bytes_total === null ? '' : ` of ${sizeText(bytes_total)}`;
  return `${step.replaceAll('_', ' ')}: ${sizeText(bytes)}${of}`;
}
