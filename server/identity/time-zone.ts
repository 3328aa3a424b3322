import { isTimeZone } from '../../contract/rules/dates/dates.ts';
import { wallTimeOf } from '../../contract/rules/dates/wall-clock.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { orElse } from '../platform/database/transactions.ts';
import { errorCode } from '../platform/error-code.ts';
import { Problem } from '../platform/problem.ts';

/** In winter and in summer, so long ago that everybody has heard of the clocks of then. */
const WINTER = '2020-01-01T00:00:00Z';
const SUMMER = '2020-07-01T00:00:00Z';

/**
 * Days are counted here and by the database: both have to read the name alike. To the database an abbreviation comes before a zone of that name (IST is
 * Israel's, CET has no summer time), and what it does not know fails every question about today. Throws `invalid_input`.
 */
export async function readTimeZone(tx: Tx, time_zone: string): Promise<string> {
  if (isTimeZone(time_zone)) {
    const there = await clocksOfDatabase(tx, time_zone);
    const is_same =
      there?.winter === wallTimeOf(WINTER, time_zone) && there.summer === wallTimeOf(SUMMER, time_zone);
    if (is_same) return time_zone;
  }
  throw Problem.ofField({ field: 'time_zone', value: time_zone });
}

type Clocks = { winter: string; summer: string };

/** What its clocks show; null where it does not know them. */
function clocksOfDatabase(tx: Tx, time_zone: string): Promise<Clocks | null> {
  const shown = 'YYYY-MM-DD"T"HH24:MI';
  const asked = sql<Clocks>`select
    to_char(${WINTER}::timestamptz at time zone ${time_zone}::text, ${shown}::text) as winter,
    to_char(${SUMMER}::timestamptz at time zone ${time_zone}::text, ${shown}::text) as summer`;
  return orElse<Clocks | null>(
    tx,
    () => oneRow(tx, asked),
    (error) => {
      if (errorCode(error) === '22023') return null;
      throw error;
    },
  );
}
