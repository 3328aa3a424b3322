import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refusal } from '../identity/refusal.ts';

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
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reading = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      reading.once('SIGINT', () => reject(new Refusal('Stopped')));
      reading.once('close', () => reject(new Refusal('Stopped')));
      reading.question('').then(resolve, reject);
    });
  } finally {
    reading.close();
    process.stderr.write('\n');
  }
}
