import pg from 'pg';

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
