import type { RequestExpense } from '../../contract/operations/dashboard/cash/expenses/request-expense.schema.ts';
import type { OwnExpenses } from '../../contract/operations/screens/list-own-expenses.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { expenseReference } from '../../contract/rules/references.ts';
import { expenseSlipPath } from '../../contract/rules/storage-paths.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import type { Sends, TestApp } from './test-app.ts';
import { ok } from './test-approvals.ts';
import { jpegBytes, sha256Of } from './test-delivery.ts';
import type { Prepared } from './test-handover.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

let last_timestamp_ms = Date.now() - 1_800_000;
/** Returns a different timestamp, within the last half hour, for each reference. */
function nextTimestamp(): Date {
  last_timestamp_ms += 1;
  return new Date(last_timestamp_ms);
}

type Changes = Partial<RequestExpense> & { by?: TestStaff; at?: Date };

/** Uploads the slip as the person's device does, and returns the command, ready to send. */
export async function prepareExpense(
  app: Sends,
  shop: Pick<TestShop, 'time_zone' | 'driver'>,
  { by = shop.driver, at = nextTimestamp(), ...changes }: Changes = {},
): Promise<Prepared<RequestExpense>> {
  const command_id = newId();
  const reference = changes.reference ?? expenseReference(at);
  const path = expenseSlipPath({ reference, made_at: at, time_zone: shop.time_zone });
  const bytes = jpegBytes(`slip ${command_id}`);
  const slip = { path, sha256: sha256Of(bytes) };
  const uploaded = await app.send('PUT', `/storage/v1/object/cash-handovers/${path}`, {
    as: by.session_id,
    bytes,
    headers: { 'content-sha256': slip.sha256 },
  });
  if (uploaded.status !== 200)
    throw new Error(`upload answered ${uploaded.status}: ${await uploaded.text()}`);
  const input = {
    reference,
    kind: 'parking',
    amount_fils: 2_000,
    note: null,
    order_id: null,
    slip,
    occurred_at: at.toISOString(),
    clock_offset_ms: 0,
    ...changes,
  };
  return { command_id, input };
}

export function sendExpense(
  app: Sends,
  by: Pick<TestStaff, 'session_id'>,
  { command_id, input }: Prepared<object>,
): Promise<Response> {
  const headers = { 'idempotency-key': command_id };
  return app.send('POST', '/api/expenses', { as: by.session_id, body: input, headers });
}

/** Requests an expense, by default of the driver for parking. Returns the id of the request. */
export async function requestedExpense(app: Sends, shop: TestShop, changes: Changes = {}): Promise<string> {
  const prepared = await prepareExpense(app, shop, changes);
  const { approval_id } = await ok<ApprovalRequested>(sendExpense(app, changes.by ?? shop.driver, prepared));
  return approval_id;
}

export async function ownExpenses(app: Sends, by: TestStaff): Promise<OwnExpenses> {
  return ok(app.send('GET', '/api/expenses', { as: by.session_id }));
}

/** Returns what a person has spent according to the book, in fils. */
export async function spentBy(app: TestApp, { user_id }: { user_id: string }): Promise<number> {
  const { rows } = await app.database.owner.query<{ fils: string }>(
    `select coalesce(sum(amount_fils), 0) as fils from cash_movements where account_user_id = $1 and to_holder = 'expense'`,
    [user_id],
  );
  return Number(rows[0]?.fils);
}
