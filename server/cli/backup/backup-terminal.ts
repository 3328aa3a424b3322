import { readFile } from 'node:fs/promises';
import type { Progress } from '../../backup/progress.ts';
import { errorText } from '../../platform/error-text.ts';
import type { Cli } from '../cli.ts';
import { TerminalError } from '../terminal/ending.ts';
import { progressLines } from '../terminal/print.ts';
import { promptAtTerminal } from '../terminal/prompt-at-terminal.ts';
import { backupProgressText } from './backup-progress.ts';

const VARIABLE = 'MANDOOB_BACKUP_PASSPHRASE';
const FILE_VARIABLE = `${VARIABLE}_FILE`;
const PASSPHRASE_LENGTH_MIN = 10;

export const PASSPHRASE_HELP = `\nThe passphrase is read from ${VARIABLE}, from the file in ${FILE_VARIABLE}, or at the prompt.`;

export function showProgress(cli: Cli): (progress: Progress) => void {
  return progressLines(
    cli.report_progress,
    backupProgressText(() => performance.now()),
    ({ takes_long = false }) => takes_long,
  );
}

/**
 * Reads the passphrase of a backup from the environment, else from a file (which may end with a line feed),
 * else at the prompt, twice for a new one. Other users could read an argument. Throws TerminalError.
 */
export async function readPassphrase(purpose: 'new' | 'known'): Promise<string> {
  const given = process.env[VARIABLE] || (await passphraseInFile());
  const passphrase = given || (await ask('Passphrase of the backup: '));
  if (purpose === 'known') return passphrase;
  if (passphrase.length < PASSPHRASE_LENGTH_MIN) {
    throw new TerminalError(`A passphrase needs at least ${PASSPHRASE_LENGTH_MIN} characters`);
  }
  if (!given && (await ask('Repeat the passphrase: ')) !== passphrase)
    throw new TerminalError('The passphrases do not match');
  return passphrase;
}

async function passphraseInFile(): Promise<string | undefined> {
  const path = process.env[FILE_VARIABLE];
  if (!path) return undefined;
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new TerminalError(`${FILE_VARIABLE}: ${path} cannot be read: ${errorText(error)}`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase === '') throw new TerminalError(`${FILE_VARIABLE}: ${path} is empty`);
  return passphrase;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new TerminalError(`Set ${VARIABLE}, or run this in a terminal to enter the passphrase`);
  }
  return promptAtTerminal(question, { hidden: true });
}
