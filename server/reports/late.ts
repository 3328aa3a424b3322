import { sql } from '../platform/database/sql.ts';

/** LATE_AFTER_MS as a constant in the statement, so that late records use their own index. */
export const LATE = sql`interval '1 hour'`;
