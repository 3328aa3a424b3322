import { Refusal } from '../identity/refusal.ts';
import { askAtTerminal } from './ask-at-terminal.ts';

const VARIABLE = 'MANDOOB_BACKUP_PASSPHRASE';
const LENGTH_MIN = 10;

/**
 * The passphrase of a backup: from the environment, else asked for at the terminal without showing it, twice for a new one.
 * Never an argument, which other users of the machine could read. Throws Refusal.
 */
export async function readPassphrase(purpose: 'new' | 'known'): Promise<string> {
  const given = process.env[VARIABLE];
  const passphrase = given || (await ask('Passphrase of the backup: '));
  if (purpose === 'known') return passphrase;
  if (passphrase.length < LENGTH_MIN) {
    throw new Refusal(`A passphrase needs at least ${LENGTH_MIN} characters`);
  }
  if (!given && (await ask('Once more: ')) !== passphrase) throw new Refusal('The two were not the same');
  return passphrase;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Refusal(`Set ${VARIABLE}, or run this in a terminal that can ask for the passphrase`);
  }
  return askAtTerminal(question, { hidden: true });
}
