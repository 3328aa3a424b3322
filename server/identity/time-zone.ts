import { isTimeZone } from '../../contract/rules/dates/dates.ts';
import { wallTimeOf } from '../../contract/rules/dates/wall-clock.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { inSavepoint } from '../platform/database/transactions.ts';
import { errorCode } from '../platform/error-code.ts';
import { Problem } from '../platform/problem.ts';

/** Dates in winter and summer, old enough for both time zone databases to agree on them. */
const WINTER = '2020-01-01T00:00:00Z';
const SUMMER = '2020-07-01T00:00:00Z';

/**
 * Checks a time zone name: the server and the database both compute days, so both must know it with the same
 * meaning. The database prefers an abbreviation to a zone of the same name (IST is Israel's, CET has no
 * summer time), and fails every query about today for an unknown name. Throws `invalid_input`.
 */
export async function readTimeZone(tx: Tx, time_zone: string): Promise<string> {
  if (isTimeZone(time_zone)) {
    const in_database = await clocksOfDatabase(tx, time_zone);
    const is_same =
      in_database?.winter === wallTimeOf(WINTER, time_zone) &&
      in_database.summer === wallTimeOf(SUMMER, time_zone);
    if (is_same) return time_zone;
  }
  throw Problem.ofField({ field: 'time_zone', value: time_zone });
}

type Clocks = { winter: string; summer: string };

/** Returns the local times in the database; null if it does not know the zone. */
function clocksOfDatabase(tx: Tx, time_zone: string): Promise<Clocks | null> {
  const shown = 'YYYY-MM-DD"T"HH24:MI';
  const reading = sql<Clocks>`select
    to_char(${WINTER}::timestamptz at time zone ${time_zone}::text, ${shown}::text) as winter,
    to_char(${SUMMER}::timestamptz at time zone ${time_zone}::text, ${shown}::text) as summer`;
  return inSavepoint<Clocks | null>(
    tx,
    () => oneRow(tx, reading),
    (error) => {
      if (errorCode(error) === '22023') return null;
      throw error;
    },
  );
}
