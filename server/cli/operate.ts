import { type Command, InvalidArgumentError } from 'commander';
import { BadBackup } from '../backup/archive-format.ts';
import { BackupError } from '../backup/backup-error.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { problemSentence } from './problem-sentence.ts';
import { stop } from './stop.ts';
import { TerminalError } from './terminal-error.ts';
import { oneLine } from './visible-text.ts';

/**
 * Reaches the database as its owner: the running server's, or one started for the length of a command. `create` makes
 * the built-in one where there is none.
 */
export type OpenDatabase = (options?: {
  create?: boolean;
}) => Promise<{ owner: Database; close(): Promise<void> }>;

/**
 * Runs one command of the operator in one transaction. What cannot be done ends the program with exit code 1 and its
 * sentence, once the database is closed again; any other error is thrown on.
 */
export function operate<T>(command: Command, open: OpenDatabase, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withDatabase(command, open, (owner) => inTransaction(owner, work));
}

/** As `operate`, for what makes its own transactions. */
export function withDatabase<T>(
  command: Command,
  open: OpenDatabase,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  return refusing(command, async () => {
    const { owner, close } = await open();
    try {
      stop.throwIfAborted();
      return await work(owner);
    } finally {
      await close();
    }
  });
}

/** Ends the program with the sentence of what `work` refuses; with exit code 2 for a file that cannot be read, else 1. */
export async function refusing<T>(command: Command, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    return command.error(`error: ${oneLine(sentence)}`, { exitCode: error instanceof BadBackup ? 2 : 1 });
  }
}

/** What is said of a refusal; undefined for any other error. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof TerminalError || error instanceof BackupError) return error.message;
  return error instanceof Problem ? problemSentence(error) : undefined;
}

/** Reads the id of a shop from the command line. */
export function shopId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('A shop id is a whole number, as in shop list.');
  return Number(text);
}
