import pg from 'pg';
import { errorCode } from '../../error-code.ts';
import { WrongRequestRole } from '../database-roles.ts';

/** Data that this transaction has read and relies on has changed since. A retry reads the change. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  /** PostgreSQL's code of a serialization failure. */
  readonly code = '40001';
}

/** The pool had no connection in time: all were taken, or the server does not respond. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** The connection broke during the statement or before it: the statement may have been executed or not. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Returns true if the database accepts no writes: the server is a standby, or has become one. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === '25006';
}

/**
 * The server shuts down, crashed or is starting. Other reasons that end a connection (a session timeout)
 * concern only it.
 */
const SERVER_IS_GONE = new Set(['57P01', '57P02', '57P03']);

/**
 * Returns true if all connections to this server are affected: the line is cut, it shuts down, or it is a
 * standby.
 */
export function isServerGone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return isReadOnly(error) || SERVER_IS_GONE.has(error.code ?? '');
}

/**
 * A commit with a warning is not confirmed. If its wait for the standby is cancelled or terminated,
 * PostgreSQL replies COMMIT nevertheless: the transaction is recorded on this server, but perhaps not on the
 * standby.
 */
export function unconfirmed(warning: string): ConnectionLost {
  return new ConnectionLost(`The database did not confirm that the commit is durable: ${warning}`);
}

/** The database did not respond within its limit: perhaps a commit waits for the standby. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** The result of a commit was lost: its changes may be recorded, and must not be recorded twice. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * Wraps errors of `pg` and its pool about connections, which have no code. Errors of the system and the
 * server have one.
 */
export function codedOr(Kind: typeof NoConnection | typeof ConnectionLost, error: unknown): unknown {
  const is_known = [NoConnection, ConnectionLost, WrongRequestRole].some((Known) => error instanceof Known);
  if (errorCode(error) !== '' || is_known) return error;
  return new Kind(error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * Returns true if a named statement is not what the connection believes: the schema changed its columns (a
 * server of the next version migrated), or it was deallocated (`discard all`, a pooler that switched
 * servers). Nothing was executed, and the same statement works once it is prepared again.
 */
export function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const changed = error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
  return changed || error.code === '26000' || error.code === '42P05';
}

/** The code of a statement that was cancelled, by its time limit or by another session. */
const CANCELLED = '57014';

/** System error codes of a broken connection. */
const BROKEN = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The host name is currently unknown. A cluster's name may follow its primary.
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Returns true if a retry of the whole transaction may succeed: after serialization failures and deadlocks
 * (class 40), shutdowns (57), broken connections (08), writes on a standby (25006), and stale prepared
 * statements. These include a commit without a result: callers that need exactly-once semantics claim a
 * command key or call `markNotRepeatable`.
 */
export function isRetryable(error: unknown): boolean {
  const code = errorCode(error);
  if (code === CANCELLED) return false;
  return isLost(error) || code.startsWith('40') || isStaleStatement(error);
}

/** Returns true if the server went away before its response, or is read-only: another server takes over. */
export function isLost(error: unknown): boolean {
  const code = errorCode(error);
  if (error instanceof ConnectionLost || BROKEN.has(code) || isReadOnly(error)) return true;
  return ['57', '08'].includes(code.slice(0, 2)) && code !== CANCELLED;
}
