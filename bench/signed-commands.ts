import { newId } from '../contract/rules/ids.ts';
import { bookIssue } from '../server/cash/operator-bookings.ts';
import { inTransaction } from '../server/platform/database/transactions.ts';
import type { Sends } from '../tests/support/test-app.ts';
import type { TestStaff } from '../tests/support/test-shop.ts';
import type { BenchPlace, SignedIn } from './bench-place.ts';

/** How those who prepare and send commands reach the server. */
export function sendsOf({ http }: BenchPlace): Sends {
  return {
    send: async (method, path, { as, body, bytes, headers } = {}) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = { ...json, ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers };
      const answer = await http.send({
        method,
        path,
        headers: sent,
        body: body === undefined ? bytes : JSON.stringify(body),
      });
      return new Response(answer.text, { status: answer.status });
    },
  };
}

/** As those who prepare commands know a shop. */
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

/** As those who prepare commands know a member of staff: here the bearer is a token. */
export function staffOf({ user_id, full_name, access_token }: SignedIn, driver_id: number | null): TestStaff {
  return { user_id, full_name, session_id: access_token, driver_id };
}

/** So that nobody is asked for more than they hold. */
export async function endowEverybody({ owner, shop_id, admin, manager, drivers }: BenchPlace): Promise<void> {
  for (const { user_id } of [admin, manager, ...drivers]) {
    await inTransaction(owner, (tx) =>
      bookIssue(tx, { id: newId(), shop_id, user_id, amount_fils: 500_000_000, occurred_at: new Date() }),
    );
  }
}

/** Throws where it is not 200. */
export async function succeeded(answer: Response): Promise<void> {
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${await answer.text()}`);
}

/** Throws where there are not so many. */
export function pick<T>(all: readonly T[], index: number): T {
  const one = all[index];
  if (one === undefined) throw new Error('there are not so many');
  return one;
}
