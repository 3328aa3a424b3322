import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { TerminalError } from './ending.ts';

/** Asks the person at the terminal and answers what they typed. Throws TerminalError when they stop instead. */
export type Ask = (question: string) => Promise<string>;

/** What asks whoever sits at the terminal; undefined where nobody does, as in a script. */
export function asker(): Ask | undefined {
  return process.stdin.isTTY ? askAtTerminal : undefined;
}

/** Asks on standard error, since standard output may be somebody's file. A `hidden` answer is not shown while it is typed. */
export async function askAtTerminal(question: string, { hidden = false } = {}): Promise<string> {
  // What goes nowhere cannot show the question either; elsewhere it has to survive a correction of what is typed.
  if (hidden) process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? nowhere : process.stderr;
  const reading = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      reading.once('SIGINT', () => reject(new TerminalError('Stopped')));
      reading.once('close', () => reject(new TerminalError('Stopped')));
      reading.question(hidden ? '' : question, resolve);
    });
  } finally {
    reading.close();
    if (hidden) process.stderr.write('\n');
  }
}
