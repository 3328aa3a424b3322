import { type Command, InvalidArgumentError } from 'commander';
import { BadBackup } from '../backup/archive-format.ts';
import { Refusal } from '../identity/refusal.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { stop } from './stop.ts';
import { oneLine } from './visible-text.ts';

/**
 * Reaches the database as its owner: the running server's, or one started for the length of a command. `create` makes
 * the built-in one where there is none.
 */
export type OpenDatabase = (options?: {
  create?: boolean;
}) => Promise<{ owner: Database; close(): Promise<void> }>;

/**
 * Runs one command of the operator in one transaction. What cannot be done ends the program with exit code 1 and the
 * refusal's sentence, once the database is closed again; any other error is thrown on.
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

/** Ends the program with the refusal's sentence when `work` throws one; with exit code 2 for a file that cannot be read, else 1. */
export async function refusing<T>(command: Command, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) {
      command.error(`error: ${oneLine(error.message)}`, { exitCode: error instanceof BadBackup ? 2 : 1 });
    }
    throw error;
  }
}

/** Reads the id of a shop from the command line. */
export function shopId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('A shop id is a whole number, as in shop list.');
  return Number(text);
}
