import type pg from 'pg';

/** Cash that a sweeper could not post for so long does not post itself any more, in minutes (ruling A4). */
const WAITING_MINUTES_MAX = 5;

/** Says how many movements should have been posted long ago; null when there are none. */
export async function cashWaitingTooLong(owner: pg.Pool, now: Date): Promise<string | null> {
  const { rows } = await owner.query<{ waiting: number }>(
    `select count(*)::int as waiting from cash_movements
     where posted_at is null and recorded_at < $2::timestamptz - make_interval(mins => $1)`,
    [WAITING_MINUTES_MAX, now],
  );
  const waiting = rows[0]?.waiting ?? 0;
  return waiting === 0
    ? null
    : `${waiting} movements have waited to be posted for over ${WAITING_MINUTES_MAX} minutes`;
}
