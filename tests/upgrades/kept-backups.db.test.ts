import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyFiles } from '../../server/files/verify-files.ts';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { verifyCash } from '../../server/verification/verify-cash.ts';
import { type EmptyPlace, emptyPlace, restoreFrom } from '../support/test-backup.ts';
import { type KeptBackup, keptBackups, PASSPHRASE } from './kept-program.ts';

/**
 * Backups of the demo shop after a business day, each written by its own version's program: see
 * keep-version.ts.
 */

let place: EmptyPlace;
beforeEach(async () => {
  place = await emptyPlace();
});
afterEach(() => place.drop());

/** The minimum number of rows per table after a business day. */
const ROWS = {
  users: 4,
  sessions: 4,
  orders: 14,
  order_amounts: 0,
  delivery_confirmations: 2,
  cash_handovers: 3,
  bank_deposits: 1,
  cash_movements: 8,
  cash_adjustments: 1,
  card_machines: 3,
  files: 15,
  shopify_connections: 1,
  shopify_webhooks: 1,
  commands: 6,
};

const [oldest, ...newer] = keptBackups();
const NAME = 'the backup of version $version at commit $commit restores and passes all checks';

test.each([oldest].filter((kept) => kept !== undefined))(NAME, expectRestored);
test.each(newer)(NAME, { tags: ['upgrades'] }, expectRestored);

async function expectRestored({ path }: KeptBackup): Promise<void> {
  const { secrets, contents } = await restoreFrom(path, place, PASSPHRASE);
  expect(secrets.auth_secrets).toHaveLength(1);
  expect(contents).toBe(15);
  for (const [table, at_least] of Object.entries(ROWS)) {
    const { rows } = await place.owner.query<{ count: number }>(`select count(*) from ${table}`);
    expect(rows[0]?.count, table).toBeGreaterThanOrEqual(at_least);
  }
  // Deliveries of older versions are not marked as paid in the store.
  const payments = await place.owner.query('select from store_payments');
  expect(payments.rowCount).toBe(0);
  expect(await migrate(place.owner)).toEqual([]);
  expect(await verifyCash(place.database)).toEqual([]);
  expect(await verifyFiles(place.database, place.store, () => undefined)).toEqual([]);
}

test('the backups of the first and the last commit of version 0.1 are kept', () => {
  const kept = keptBackups().map(({ version, commit }) => `${version} ${commit}`);
  expect(kept).toEqual(expect.arrayContaining(['0.1 90f01f9', '0.1 d3609fa']));
});
