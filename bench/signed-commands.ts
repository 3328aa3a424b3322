import { newId } from '../contract/rules/ids.ts';
import { bookIssue } from '../server/cash/operator-bookings.ts';
import { inTransaction } from '../server/platform/database/transactions.ts';
import type { Sends } from '../tests/support/test-app.ts';
import type { TestStaff } from '../tests/support/test-shop.ts';
import type { BenchPlace, SignedIn } from './bench-place.ts';

/** Adapts the client to the functions that prepare and send commands. */
export function sendsOf({ http }: BenchPlace): Sends {
  return {
    send: async (method, path, { as, body, bytes, headers } = {}) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = { ...json, ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers };
      const response = await http.send({
        method,
        path,
        headers: sent,
        body: body === undefined ? bytes : JSON.stringify(body),
      });
      return new Response(response.text, { status: response.status });
    },
  };
}

/** Returns the shop in the form that the functions which prepare commands expect. */
export function signingShop({ shop_id, admin, manager, drivers }: BenchPlace) {
  return {
    shop_id,
    name: 'Bench',
    time_zone: 'UTC',
    admin: staffOf(admin, null),
    manager: staffOf(manager, null),
    drivers: drivers.map((driver) => staffOf(driver, driver.driver_id)),
  };
}

/**
 * Returns a member of staff in the form that the functions which prepare commands expect; the bearer is a
 * token.
 */
export function staffOf({ user_id, full_name, access_token }: SignedIn, driver_id: number | null): TestStaff {
  return { user_id, full_name, session_id: access_token, driver_id };
}

/** Gives each person enough cash for all commands. */
export async function giveEveryoneCash({
  owner,
  shop_id,
  admin,
  manager,
  drivers,
}: BenchPlace): Promise<void> {
  for (const { user_id } of [admin, manager, ...drivers]) {
    await inTransaction(owner, (tx) =>
      bookIssue(tx, { id: newId(), shop_id, user_id, amount_fils: 500_000_000, occurred_at: new Date() }),
    );
  }
}

/** Throws unless the status is 200. */
export async function succeeded(response: Response): Promise<void> {
  if (response.status !== 200)
    throw new Error(`The request failed with ${response.status}: ${await response.text()}`);
}

/** Throws if the index is out of range. */
export function pick<T>(all: readonly T[], index: number): T {
  const one = all[index];
  if (one === undefined) throw new Error('the index is out of range');
  return one;
}
