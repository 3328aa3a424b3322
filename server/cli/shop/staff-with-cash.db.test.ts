import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { addShop, disableStaff } from '../../../tests/support/operations.ts';
import { createTestIdentity, type TestIdentity } from '../../../tests/support/test-identity.ts';
import { bookIssue } from '../../cash/operator-bookings.ts';
import { listStaff } from '../../staff/list-staff.ts';

/** Cash belongs to the person and to the shop where it was collected. */
let identity: TestIdentity;

beforeEach(async () => {
  identity = await createTestIdentity();
});
afterEach(() => identity.close());

test('disabled staff keep their balance', async () => {
  const { user_id } = await identity.addStaff({ email: 'd@example.com' });
  await issue(user_id);
  await identity.write((tx) => disableStaff(tx, 'd@example.com'));
  const { rows } = await identity.database.owner.query(
    'select user_id, cash_on_hand_fils from cash_tracking',
  );
  expect(rows).toEqual([{ user_id, cash_on_hand_fils: 50_000 }]);
});

test('staff with a balance cannot change shop, and staff without one can', async () => {
  const { user_id } = await identity.addStaff({ email: 'd@example.com' });
  const other = await identity.addStaff({ email: 'e@example.com' });
  const shop_id = await identity.write((tx) => addShop(tx, { name: 'Second Shop' }));
  await issue(user_id);
  const move = (id: string) =>
    identity.database.owner.query('update profiles set shop_id = $1 where id = $2', [shop_id, id]);
  await expect(move(user_id)).rejects.toThrow('who holds cash cannot change shop');
  await move(other.user_id);
  expect(await identity.write((tx) => listStaff(tx, shop_id))).toMatchObject([{ email: 'e@example.com' }]);
});

function issue(user_id: string) {
  const { shop_id, clock } = identity;
  return identity.write((tx) =>
    bookIssue(tx, { id: newId(), shop_id, user_id, amount_fils: 50_000, occurred_at: clock.now }),
  );
}
