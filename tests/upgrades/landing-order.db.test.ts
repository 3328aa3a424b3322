import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { emptyPlace } from '../support/test-backup.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { landedMigrations } from './landed-migrations.ts';

/**
 * Migrations are numbered when they are written and may land in another order. A database of any commit in
 * between has the migrations that had landed by then and applies the others now. The result must be the same
 * schema as all of them by number.
 */

let newest: TestDatabase;
beforeAll(async () => {
  newest = await createTestDatabase();
});
afterAll(() => newest.drop());

const landed = landedMigrations().map(({ name }) => name);
const commits = landed
  .map((last, index) => ({ last, had: landed.slice(0, index + 1), left: landed.slice(index + 1) }))
  .filter(({ had, left }) => left.some((name) => had.some((earlier) => earlier > name)));

const LONG = { tags: ['upgrades'] };
const NAME = 'a database of the commit at which $last landed gets the same schema as a new one';

test.each(commits.slice(-1))(NAME, expectSame);
test.each(commits.slice(0, -1))(NAME, LONG, expectSame);

async function expectSame({ had, left }: (typeof commits)[number]): Promise<void> {
  const place = await emptyPlace();
  try {
    await migrate(place.owner, { only: had });
    expect(await migrate(place.owner)).toEqual(expect.arrayContaining(left));
    expect(await schemaOf(place.owner)).toEqual(await schemaOf(newest.owner));
  } finally {
    await place.drop();
  }
}

test(
  'the limits of a session opened before the migration of session limits count from that migration',
  LONG,
  async () => {
    const place = await emptyPlace();
    try {
      await migrate(place.owner, { only: landed.filter((name) => name < '0020') });
      await place.owner.query(`
      with one as (
        insert into users (id, email, password_hash) values (gen_random_uuid(), 'old@example.com', 'none') returning id
      ) insert into sessions (id, user_id, created_at) select gen_random_uuid(), id, now() - interval '1 year' from one`);
      await migrate(place.owner);
      const { rows } = await place.owner.query(`
      select created_at < now() - interval '364 days' as old, counted_from > now() - interval '1 hour' as counted,
        last_used_at > now() - interval '1 hour' as used from sessions`);
      expect(rows).toEqual([{ old: true, counted: true, used: true }]);
    } finally {
      await place.drop();
    }
  },
);

/** Describes everything that migrations create; the order of a table's columns does not count. */
async function schemaOf(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ what: string }>(`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'actor')),
      relations as (select c.* from pg_class c join ours on ours.oid = c.relnamespace)
    select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
        attgenerated, attacl, pg_get_expr(adbin, adrelid)) as what
      from pg_attribute a join relations c on c.oid = attrelid and c.relkind in ('r', 'p')
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
    union all select concat_ws(' ', 'relation', oid::regclass, relkind, relrowsecurity, reloptions::text,
        (select array_agg(acl::text order by acl::text) from unnest(relacl) acl)) from relations
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(k.oid), convalidated)
      from pg_constraint k join ours on ours.oid = connamespace
    union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid)) from pg_index join relations c on c.oid = indrelid
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
      from pg_trigger t join relations c on c.oid = tgrelid where not tgisinternal
    union all select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check)
      from pg_policies join ours on nspname = schemaname
    union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid),
        (select array_agg(acl::text order by acl::text) from unnest(proacl) acl))
      from pg_proc p join ours on ours.oid = pronamespace
    order by 1`);
  return rows.map(({ what }) => what);
}
