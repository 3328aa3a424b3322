import { newId } from '../../contract/rules/ids.ts';
import { DUMMY_HASH } from '../../server/identity/passwords/passwords.ts';
import type { BenchPlace, Driver } from '../bench-place.ts';

/** A shop of the crowd: its desk staff and its drivers, all signed in. */
export type CrowdShop = { shop_id: number; desk: Person[]; drivers: Driver[] };
export type Person = Pick<Driver, 'user_id' | 'session_id' | 'access_token'>;

type Made = { user_id: string; session_id: string; role: 'Manager' | 'Driver' };

/**
 * Creates shops with `desk` managers and `drivers` drivers each, in bulk: adding each person separately takes
 * longer than the measurement.
 */
export async function makeCrowd(
  place: BenchPlace,
  { shops, desk, drivers }: { shops: number; desk: number; drivers: number },
): Promise<CrowdShop[]> {
  const crowd: CrowdShop[] = [];
  for (let at = 0; at < shops; at += 1) crowd.push(await makeShop(place, at, desk, drivers));
  return crowd;
}

async function makeShop(place: BenchPlace, at: number, desk: number, drivers: number): Promise<CrowdShop> {
  const { rows } = await place.pools.owner.query(
    "insert into shops (name, time_zone) values ($1, 'UTC') returning id",
    [`Crowd ${at}`],
  );
  const shop_id: number = rows[0].id;
  const roles = [...Array(desk).fill('Manager'), ...Array(drivers).fill('Driver')] as Made['role'][];
  const people = roles.map((role): Made => ({ user_id: newId(), session_id: newId(), role }));
  const driver_ids = await writePeople(place, shop_id, people);
  const signedIn = ({ user_id, session_id }: Made) => ({
    user_id,
    session_id,
    full_name: user_id,
    access_token: place.tokenFor({ session_id, user_id }),
  });
  return {
    shop_id,
    desk: people.filter(({ role }) => role === 'Manager').map(signedIn),
    drivers: people.flatMap((one) => {
      const driver_id = driver_ids.get(one.user_id);
      return driver_id === undefined ? [] : [{ ...signedIn(one), driver_id }];
    }),
  };
}

/** Returns the driver ids by user id. */
async function writePeople(
  { pools: { owner } }: BenchPlace,
  shop_id: number,
  people: readonly Made[],
): Promise<Map<string, number>> {
  const ids = people.map(({ user_id }) => user_id);
  await owner.query(
    `insert into users (id, email, password_hash)
     select id, id || '@crowd.example', $2 from unnest($1::uuid[]) as of (id)`,
    [ids, DUMMY_HASH],
  );
  await owner.query(
    `insert into profiles (id, full_name, role, shop_id)
     select id, id::text, role, $3 from unnest($1::uuid[], $2::text[]) as of (id, role)`,
    [ids, people.map(({ role }) => role), shop_id],
  );
  await owner.query(
    'insert into sessions (id, user_id) select id, user_id from unnest($1::uuid[], $2::uuid[]) as of (id, user_id)',
    [people.map(({ session_id }) => session_id), ids],
  );
  const { rows } = await owner.query(
    `insert into drivers (shop_id, user_id, full_name)
     select shop_id, id, full_name from profiles where shop_id = $1 and role = 'Driver' returning id, user_id`,
    [shop_id],
  );
  return new Map(rows.map(({ id, user_id }) => [user_id, id]));
}
