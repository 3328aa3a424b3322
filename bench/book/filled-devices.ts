import type { BenchPlace } from '../bench-place.ts';

/**
 * Adds `each` devices per driver. Each driver's last device is in use: it has sent all commands of the book,
 * and has three unsent commands and one missing number that no report explains.
 */
export async function fillDevices(
  { pools: { owner }, shop_id, drivers }: BenchPlace,
  each: number,
): Promise<void> {
  const people = drivers.map(({ user_id }) => user_id);
  await owner.query(
    `insert into devices (shop_id, id, name, first_seen_at, last_seen_at, last_user_id, user_ids, highest, known_until, unnumbered_count,
       unnumbered_fils, report_hash)
     select $1, uuidv7(), 'Chrome on Android', now() - interval '1 year', now() - (n - 1) * interval '30 days', person, array[person], 0, 0, 0, 0, ''
     from unnest($2::uuid[]) person, generate_series(1, $3::int) n`,
    [shop_id, people, each],
  );
  // These hashes belong to no chain; known_until covers them, so that later commands are accepted.
  await owner.query(
    `update commands c set device_id = numbered.device_id, device_number = numbered.number
     from (select c.shop_id, c.user_id, c.endpoint, c.command_id, d.id as device_id,
         row_number() over (partition by c.user_id order by c.recorded_at) as number
       from commands c
       join lateral (select id from devices where shop_id = c.shop_id and last_user_id = c.user_id order by last_seen_at desc limit 1) d on true
       where c.shop_id = $1 and c.user_id = any($2::uuid[])) numbered
     where c.shop_id = numbered.shop_id and c.user_id = numbered.user_id and c.endpoint = numbered.endpoint and c.command_id = numbered.command_id`,
    [shop_id, people],
  );
  await owner.query(
    `update devices d set highest = last.number + 4, known_until = last.number + 4
     from (select device_id, max(device_number) as number from commands where shop_id = $1 and device_id is not null group by device_id) last
     where d.shop_id = $1 and d.id = last.device_id`,
    [shop_id],
  );
  await owner.query(
    `insert into device_numbers (shop_id, device_id, number, state, user_id, endpoint, amount_fils, known_since)
     select d.shop_id, d.id, d.highest - back, case when back < 3 then 'open' else 'missing' end, d.last_user_id, 'confirm_delivery', 14500,
       now() - interval '1 hour'
     from devices d, generate_series(0, 3) back where d.shop_id = $1 and d.highest > 0`,
    [shop_id],
  );
  await owner.query('vacuum analyze devices, device_numbers, commands');
}
