/** @module-tag upgrades */

import { expect, test } from 'vitest';
import { readMigrations } from '../../server/platform/database/migrations/migration-records.ts';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { emptyPlace } from '../support/test-backup.ts';

const PARTITIONED_BY = '0047';
const TABLES = ['audit_events', 'feed'];

const WRITE = `
  with audited as (insert into audit_events (shop_id, id, source, what) values ($1, gen_random_uuid(), 'server', 'made_up'))
  insert into feed (shop_id, id, topic, audience) values ($1, gen_random_uuid(), 'orders', 'desk')`;

test('audit and feed become partitions in place while an older server keeps writing', async () => {
  const place = await emptyPlace();
  try {
    const before = (await readMigrations()).map(({ name }) => name).filter((name) => name < PARTITIONED_BY);
    await migrate(place.owner, { only: before });
    const { rows: shops } = await place.owner.query("insert into shops (name) values ('Old') returning id");
    const older = await place.owner.connect();
    const write = () => older.query({ name: 'write', text: WRITE, values: [shops[0].id] });
    const files = async (schema: string, suffix = '') =>
      Promise.all(
        TABLES.map(async (table) => {
          const { rows } = await place.owner.query(
            `select pg_relation_filenode('${schema}.${table}${suffix}') as file`,
          );
          return rows[0].file;
        }),
      );
    try {
      await write();
      const old_files = await files('public');
      await migrate(place.owner);
      await write();
      expect(await files('partitions', '_before')).toEqual(old_files);
      for (const table of TABLES) {
        const { rows } = await place.owner.query(
          `select tableoid::regclass::text as partition, count(*)::int as rows from ${table} group by 1`,
        );
        expect(rows).toEqual([{ partition: `partitions.${table}_before`, rows: 2 }]);
      }
    } finally {
      older.release(true);
    }
  } finally {
    await place.drop();
  }
});
