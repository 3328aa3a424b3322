import type { Route } from '@playwright/test';
import { newId } from '../../../contract/rules/ids.ts';
import { PROBLEMS, type ProblemCode } from '../../../contract/rules/problems.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import type { Person } from '../e2e-shop.ts';
import { build } from '../query-builder.ts';

type Missing = { shop_id: number; user: Person; state: 'open' | 'missing'; minutes: number };

/** Adds a device whose second command has been missing for `minutes`. */
export async function addDevice(
  owner: Database,
  { shop_id, user: { user_id }, state, minutes }: Missing,
): Promise<string> {
  const id = newId();
  const seen = new Date();
  const device = { shop_id, id, name: 'Chrome on Android', first_seen_at: seen, last_seen_at: seen };
  await build(owner)
    .insertInto('devices')
    .values({
      ...device,
      last_user_id: user_id,
      user_ids: [user_id],
      ...{ highest: 3, known_until: 3, unnumbered_count: 0, unnumbered_fils: 0 },
      report_hash: Buffer.alloc(32),
    })
    .execute();
  const known_since = new Date(seen.getTime() - minutes * 60_000);
  const reported = state === 'open' ? { command_id: newId(), user_id, amount_fils: 14_500 } : {};
  await build(owner)
    .insertInto('device_numbers')
    .values({ shop_id, device_id: id, number: 2, state, known_since, ...reported })
    .execute();
  return id;
}

export async function addMachine(
  owner: Database,
  shop_id: number,
  { number, holder_driver_id = null }: { number: string; holder_driver_id?: number | null },
): Promise<string> {
  const id = newId();
  await build(owner).insertInto('card_machines').values({ shop_id, id, number, holder_driver_id }).execute();
  return id;
}

/** Responds to a route with a problem, in the format of the server. */
export function answers(code: ProblemCode, detail?: string) {
  const { status } = PROBLEMS[code];
  const json = { type: 'about:blank', ...PROBLEMS[code], code, detail, request_id: 'made-up' };
  return (route: Route) => route.fulfill({ status, contentType: 'application/problem+json', json });
}

/** Responds to a route with the server's own response, partly changed. */
export function changes<Body>(change: (body: Body) => Partial<Body>) {
  return async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const body = (await response.json()) as Body;
    await route.fulfill({ response, json: { ...body, ...change(body) } });
  };
}
