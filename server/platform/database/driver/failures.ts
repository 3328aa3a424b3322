import pg from 'pg';
import { errorCode } from '../../error-code.ts';
import { WrongRequestRole } from '../database-roles.ts';

/** What this transaction has read and relies on was changed since. Run again, it reads the change. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  /** PostgreSQL's code of a serialization failure. */
  readonly code = '40001';
}

/** The pool had no connection to give in time: all were taken, or the server does not answer. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** The connection broke while it was asked, or before: what was asked is done or not. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The database let nothing be written: what we reached is a standby, or has become one. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === '25006';
}

/** The server shuts down or was, or takes nobody yet. What else ends a connection (a time limit of its session) is of this one only. */
const SERVER_IS_GONE = new Set(['57P01', '57P02', '57P03']);

/** Whether what ended a connection is true of all that lead to the same server: the line is cut, it shuts down, or is a standby. */
export function isServerGone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return isReadOnly(error) || SERVER_IS_GONE.has(error.code ?? '');
}

/**
 * A commit that came with a warning is no answer. Where somebody cancels its wait for the standby, or ends it, PostgreSQL says COMMIT all the
 * same: here it is recorded, and on the standby perhaps not.
 */
export function unconfirmed(warning: string): ConnectionLost {
  return new ConnectionLost(`The database did not confirm that it recorded this for good: ${warning}`);
}

/** The database has not answered in the time that there is for it: a commit perhaps waits for the standby. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The answer to a commit was lost: it is recorded or not, and must not be recorded twice. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** `pg` and its pool give no code to what they say of connections; what the system and the server say has one, and stays. */
export function codedOr(Kind: typeof NoConnection | typeof ConnectionLost, error: unknown): unknown {
  const is_known = [NoConnection, ConnectionLost, WrongRequestRole].some((Known) => error instanceof Known);
  if (errorCode(error) !== '' || is_known) return error;
  return new Kind(error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * True when a named statement is not, or no longer, what the connection believes: the schema changed its columns (a server of the
 * next version migrated), or something dropped it (`discard all`, a pooler that changed the server beneath). Nothing was
 * executed, and the same statement works once it was told anew.
 */
export function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const changed = error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
  return changed || error.code === '26000' || error.code === '42P05';
}

/** A statement was cancelled, by its own time limit or by somebody. */
const CANCELLED = '57014';

/** Codes of the system for a broken connection. */
const BROKEN = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The host name is unknown for now. A cluster's name may follow its primary.
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * True when running the whole transaction again may succeed: serialization failures and deadlocks (class 40),
 * shutdowns (57), broken connections (08), a standby (25006), an outdated prepared statement. A commit without
 * an answer is one of them: a caller that needs exactly once claims a command key, or says `neverTwice`.
 */
export function isRetryable(error: unknown): boolean {
  const code = errorCode(error);
  if (code === CANCELLED) return false;
  return isLost(error) || code.startsWith('40') || isStaleStatement(error);
}

/** True when the server went away before it answered, or is read-only: another one takes over. */
export function isLost(error: unknown): boolean {
  const code = errorCode(error);
  if (error instanceof ConnectionLost || BROKEN.has(code) || isReadOnly(error)) return true;
  return ['57', '08'].includes(code.slice(0, 2)) && code !== CANCELLED;
}
