import { postMovement } from '../server/cash/movements.ts';
import { databaseOf } from '../server/platform/database/database.ts';
import { inTransaction } from '../server/platform/database/transactions.ts';
import type { BenchPlace, Driver } from './bench-place.ts';
import type { Load } from './measure/measure.ts';

/** Prepares `count` movements to post, each from a driver; `to` returns the receiver's user id. */
export async function postings(
  { pools, shop_id, drivers }: BenchPlace,
  count: number,
  to: (index: number) => string,
): Promise<Load<string>> {
  const database = databaseOf(pools.owner);
  const work = (source_id: string, index: number) =>
    inTransaction(database, (tx) =>
      postMovement(tx, {
        shop_id,
        from: { holder: 'staff', user_id: userOf(drivers, index) },
        to: { holder: 'staff', user_id: to(index) },
        amount_fils: 100,
        reason: 'collection',
        source_type: 'cash_issue',
        source_id,
        command_id: null,
        occurred_at: new Date(),
        may_wait: false,
      }),
    );
  return { jobs: await addSources({ pools, shop_id }, count), work };
}

/** Inserts rows that movements can name as their cause, which is mandatory. Returns their ids. */
async function addSources(
  { pools, shop_id }: Pick<BenchPlace, 'pools' | 'shop_id'>,
  count: number,
): Promise<string[]> {
  const { rows } = await pools.owner.query<{ id: string }>(
    `insert into cash_issues (shop_id, id, user_id, amount_fils, occurred_at, recorded_at)
     select $1, uuidv7(), m.ids[1 + n % array_length(m.ids, 1)], 100 + n % 900, at.t, at.t
     from (select array_agg(user_id order by user_id) as ids from shop_members where shop_id = $1) as m,
       generate_series(1, $2::bigint) as n, lateral (select now() - n * interval '20 seconds') as at (t)
     returning id`,
    [shop_id, count],
  );
  return rows.map(({ id }) => id);
}

/** Prepares movements from each driver to the next one. */
export function passingAround(place: BenchPlace, count: number): Promise<Load<string>> {
  return postings(place, count, (index) => userOf(place.drivers, index + 1));
}

function userOf(drivers: readonly Driver[], index: number): string {
  const driver = drivers[index % drivers.length];
  if (!driver) throw new Error('the shop has no drivers');
  return driver.user_id;
}

/** Fills the book up to `wanted` movements, with matching balances. */
export async function fillBook({ pools, shop_id }: BenchPlace, wanted: number): Promise<void> {
  const { rows } = await pools.owner.query<{ missing: number }>(
    'select greatest(0, $1::bigint - count(*)) as missing from cash_movements',
    [wanted],
  );
  const ids = await addSources({ pools, shop_id }, rows[0]?.missing ?? 0);
  await pools.owner.query(
    `insert into cash_movements (shop_id, id, from_holder, to_holder, to_user_id, amount_fils, reason,
       source_type, source_id, occurred_at, recorded_at, posted_at)
     select shop_id, uuidv7(), 'safe', 'staff', user_id, amount_fils, 'issue',
       'cash_issue', id, occurred_at, recorded_at, recorded_at
     from cash_issues where shop_id = $1 and id = any ($2::uuid[])`,
    [shop_id, ids],
  );
  await pools.owner.query('delete from cash_tracking_parts where shop_id = $1', [shop_id]);
  await pools.owner.query(
    `insert into cash_tracking_parts (shop_id, user_id, cash_on_hand_fils)
     select shop_id, user_id, sum(fils) from (
       select shop_id, to_user_id, amount_fils from cash_movements where posted_at is not null
       union all select shop_id, from_user_id, -amount_fils from cash_movements where posted_at is not null
     ) as legs (shop_id, user_id, fils) where user_id is not null and shop_id = $1 group by shop_id, user_id`,
    [shop_id],
  );
  await pools.owner.query('analyze cash_movements');
}
