import { sql } from '../platform/database/sql.ts';

/** LATE_AFTER_MS, as a constant of the statement: so what came late is found in its own index. */
export const LATE = sql`interval '1 hour'`;
