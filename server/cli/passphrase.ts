import { askAtTerminal } from './ask-at-terminal.ts';
import { TerminalError } from './terminal-error.ts';

const VARIABLE = 'MANDOOB_BACKUP_PASSPHRASE';
const LENGTH_MIN = 10;

/**
 * The passphrase of a backup: from the environment, else asked for at the terminal without showing it, twice for a new one.
 * Never an argument, which other users of the machine could read. Throws TerminalError.
 */
export async function readPassphrase(purpose: 'new' | 'known'): Promise<string> {
  const given = process.env[VARIABLE];
  const passphrase = given || (await ask('Passphrase of the backup: '));
  if (purpose === 'known') return passphrase;
  if (passphrase.length < LENGTH_MIN) {
    throw new TerminalError(`A passphrase needs at least ${LENGTH_MIN} characters`);
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
