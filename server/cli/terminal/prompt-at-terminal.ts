import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { TerminalError } from './ending.ts';

/** Asks the user at the terminal and returns the typed text. Throws TerminalError if the user stops. */
export type Ask = (question: string) => Promise<string>;

/** Returns the prompt of an interactive terminal; undefined without one, as in a script. */
export function terminalPrompt(): Ask | undefined {
  return process.stdin.isTTY ? promptAtTerminal : undefined;
}

/** Prompts on standard error, since standard output may be a file. A `hidden` reply is not echoed. */
export async function promptAtTerminal(question: string, { hidden = false } = {}): Promise<string> {
  // A hidden prompt has no readline output; a visible one is redrawn when the user edits the line.
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
