import { expect } from 'vitest';
import type { Differences } from '../../contract/operations/desk/differences/list-differences.schema.ts';
import type { RequestWriteOff } from '../../contract/operations/desk/differences/request-write-off.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import type { Sends, TestApp } from './test-app.ts';
import { type PreparedDelivery, prepareDelivery, sendDelivery } from './test-delivery.ts';
import { prepareEnd, sendCommand } from './test-handover.ts';
import { addOrder, type TestShop, type TestStaff } from './test-shop.ts';

/** Sends a command of the desk. */
export function postDesk(
  app: Sends,
  path: string,
  by: TestStaff,
  body: object,
  command_id = newId(),
): Promise<Response> {
  const headers = { 'idempotency-key': command_id };
  return app.send('POST', `/api/desk${path}`, { as: by.session_id, body, headers });
}

/** Returns the reply of a successful request; fails the test for any other response. */
export async function ok<Reply>(sent: Response | Promise<Response>): Promise<Reply> {
  const response = await sent;
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  return JSON.parse(text);
}

export async function listedDifferences(app: Sends, by: TestStaff): Promise<Differences> {
  return ok(app.send('GET', '/api/desk/differences', { as: by.session_id }));
}

type End = NonNullable<Parameters<typeof prepareEnd>[2]>;

/** Records an end of day, signed as short or over unless the changes contain another choice. */
export async function recordEnd(app: TestApp, shop: TestShop, changes: End = {}): Promise<HandoverDone> {
  const end = await prepareEnd(app, shop, { difference_choice: 'short_or_over', ...changes });
  return ok(sendCommand(app, 'end', changes.admin ?? shop.admin, end));
}

/** Records an end of day and returns the id of the difference that it booked. */
export async function bookedBy(app: TestApp, shop: TestShop, changes: End = {}): Promise<string> {
  const { id, difference_outcome } = await recordEnd(app, shop, changes);
  expect(difference_outcome).toBe('booked');
  const found = app.owner.selectFrom('cash_differences').select('id').where('handover_id', '=', id);
  return (await found.executeTakeFirstOrThrow()).id;
}

/** Requests a write-off and returns the id of the request. */
export async function requestedWriteOff(
  app: Sends,
  by: TestStaff,
  body: Omit<RequestWriteOff, 'ground' | 'reason'> & Partial<RequestWriteOff>,
): Promise<string> {
  const request = { ground: 'loss', reason: 'Robbery', ...body };
  const { approval_id } = await ok<{ approval_id: string }>(
    postDesk(app, '/approvals/write-offs', by, request),
  );
  return approval_id;
}

export function decideApproval(
  app: Sends,
  by: TestStaff,
  approval_id: string,
  outcome = 'approved',
): Promise<Response> {
  return postDesk(app, '/approvals/decide', by, { approval_id, outcome, reason: null });
}

type Late = { driver?: TestStaff; due_amount_fils?: number; minutes_ago?: number };

/**
 * Prepares the delivery of an order that a driver delivered without signal, while the desk cancelled the
 * order: the driver is available, so days can end before the delivery is sent.
 */
export async function offlineDelivery(
  app: TestApp,
  shop: TestShop,
  { driver = shop.driver, due_amount_fils = 1_000, minutes_ago = 10 }: Late = {},
): Promise<PreparedDelivery> {
  const order = await addOrder(app.owner, shop, driver, { due_amount_fils });
  const occurred_at = new Date(Date.now() - minutes_ago * 60_000).toISOString();
  const delivery = await prepareDelivery(app, shop, driver, order, { occurred_at });
  await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute();
  return delivery;
}

/** Records such a delivery. */
export async function deliverLate(app: TestApp, shop: TestShop, late: Late = {}): Promise<void> {
  const driver = late.driver ?? shop.driver;
  await ok(sendDelivery(app, driver, await offlineDelivery(app, shop, late)));
}

/** Returns the cash that movements brought to an account of a person, in fils. */
export async function accountOf(
  app: TestApp,
  { user_id }: { user_id: string },
  account: 'shortage' | 'over',
): Promise<number> {
  const { rows } = await app.database.owner.query<{ fils: string }>(
    `select coalesce(sum(case when to_holder = 'shortage' or from_holder = 'over' then amount_fils else -amount_fils end), 0) as fils
     from cash_movements where account_user_id = $1 and $2 in (from_holder, to_holder)`,
    [user_id, account],
  );
  return Number(rows[0]?.fils);
}
