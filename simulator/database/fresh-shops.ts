import type { Role } from '../../contract/rules/roles.ts';
import { type Random, uuidFrom } from '../random.ts';
import { hashForSimulation } from '../server/simulated-server.ts';
import type { Connections } from './connections.ts';

export type Person = {
  user_id: string;
  shop_id: number;
  full_name: string;
  email: string;
  role: Role;
  driver_id: number | null;
};

export type Shop = {
  shop_id: number;
  name: string;
  people: Person[];
  card_machines: string[];
  /** True if cash due is rounded down to what coins can pay. */
  rounds_cash: boolean;
};

export const PASSWORD = 'shared test password';

/** After this many runs tables are truncated, because deleted rows occupy disk space until then. */
const RUNS_A_FILE = 100;
let runs = 0;

/**
 * Empties the worker's database, so that no run depends on previous ones. Deletes instead of truncating,
 * because after a truncation every connection plans all its statements again, which takes longer.
 */
export async function emptyDatabase({ query: look }: Connections): Promise<void> {
  // The first reader of the feed creates this row; it is kept from run to run.
  await look('insert into feed_horizon default values on conflict do nothing');
  const tables = await look<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'partitions', 'graphile_worker', 'simulation')
      and c.relname not in ('installation', 'migrations', 'pgmigrations', '_private_known_crontabs', 'feed_horizon')
      and c.relname not like '%migration%' and c.relname <> '_private_tasks' and pg_relation_size(c.oid) > 0`);
  if (tables.length === 0) return;
  runs += 1;
  const names = tables.map(({ name }) => name);
  // Disables the triggers that protect immutable rows.
  await look('set session_replication_role = replica');
  if (runs % RUNS_A_FILE === 0) await look(`truncate ${names.join(', ')} cascade`);
  else await look(names.map((name) => `delete from ${name}`).join('; '));
  await look('set session_replication_role = origin');
  await look(`select setval(c.oid, s.seqstart, false) from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace, 'simulation'::regnamespace)`);
}

/** Creates the shops and their staff, one list of roles for each shop. */
export async function openShops(
  { query: look }: Connections,
  random: Random,
  roles: readonly (readonly Role[])[],
): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (const [at, of] of roles.entries()) {
    const name = `Shop ${at + 1}`;
    const limits = limitsOf(random.branch(`limits of shop ${at + 1}`));
    const [{ id: shop_id } = { id: 0 }] = await look<{ id: number }>(
      `insert into shops (name, time_zone, float_limit_fils, cash_ceiling_fils, ceiling_blocks_assignment, rounds_cash)
       values ($1, 'Asia/Dubai', $2, $3, $4, $5) returning id`,
      [name, limits.float_fils, limits.ceiling_fils, limits.blocks_assignment, limits.rounds_cash],
    );
    const people: Person[] = [];
    for (const [number, role] of of.entries()) {
      const person = {
        user_id: uuidFrom(random),
        shop_id,
        full_name: `${role} ${number + 1} of ${name}`,
        email: `person${number + 1}.shop${at + 1}@example.com`,
        role,
      };
      people.push({ ...person, driver_id: await addPerson(look, person) });
    }
    const card_machines = [uuidFrom(random), uuidFrom(random)];
    await look(
      'insert into card_machines (shop_id, id, number) select $1, id, number from unnest($2::uuid[], $3::text[]) m(id, number)',
      [shop_id, card_machines, ['M1', 'M2']],
    );
    shops.push({ shop_id, name, people, card_machines, rounds_cash: limits.rounds_cash });
  }
  return shops;
}

/** Most shops have a limit of floats and a ceiling of cash; the same amounts occur on both sides of them. */
function limitsOf(random: Random) {
  return {
    float_fils: random.chance(0.75) ? random.pick([8_000, 15_000, 40_000]) : null,
    ceiling_fils: random.chance(0.7) ? random.pick([10_000, 30_000]) : null,
    blocks_assignment: random.chance(0.6),
    rounds_cash: random.chance(0.6),
  };
}

async function addPerson(
  look: Connections['query'],
  person: Omit<Person, 'driver_id'>,
): Promise<number | null> {
  const { user_id, shop_id, full_name, email, role } = person;
  await look('insert into users (id, email, password_hash) values ($1, $2, $3)', [
    user_id,
    email,
    hashForSimulation(PASSWORD),
  ]);
  await look('insert into profiles (id, full_name, role, shop_id) values ($1, $2, $3, $4)', [
    user_id,
    full_name,
    role,
    shop_id,
  ]);
  if (role === 'Admin') return null;
  const [driver] = await look<{ id: number }>(
    'insert into drivers (shop_id, user_id, full_name) values ($1, $2, $3) returning id',
    [shop_id, user_id, full_name],
  );
  return driver?.id ?? null;
}
