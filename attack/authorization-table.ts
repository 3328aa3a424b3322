import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { mayAccess } from '../contract/rules/roles.ts';
import type { Database } from '../server/platform/database/database.ts';
import { changeRows } from '../server/platform/database/rows.ts';
import { sql } from '../server/platform/database/sql.ts';
import {
  type AttackedServer,
  type AttackedShop,
  type Caller,
  commandHeaders,
  signInAs,
} from './attacked-server.ts';
import type { HttpRequest, HttpResponse } from './http-client.ts';
import { namesRecord, requestFor, skipsUnknown, type Target, unknownIdFields } from './operations.ts';
import { AttackReport } from './report.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
/**
 * Calls every endpoint without a session and as each role, on records of the caller's own shop and of
 * another. A sample calls every endpoint with one invalid token, as two users of its own shop and as one user
 * of another, rotating through them.
 */
export async function authorizationTable(
  place: AttackedServer,
  { is_sample = false } = {},
): Promise<AttackReport> {
  const tries = new AttackReport('Authorization: every endpoint, every role, every shop');
  for (const name of NAMES) {
    const ids = unknownIdFields(name);
    tries.check(ids.length === 0, `${name} takes ${ids.join(', ')}: add them to RECORDS in operations.ts`);
  }
  await withoutSession(place, tries, is_sample ? 1 : BAD_TOKENS);
  const { driver, manager, admin, cashier, nobody } = place.shop;
  const own = is_sample ? inTurn([driver, cashier, manager, nobody, admin], 2) : () => callersOf(place.shop);
  await eachOf(NAMES, own, inOwnShop);
  const before = await shopFingerprint(place.owner, place.shop.shop_id);
  const { other } = place;
  const others = is_sample ? inTurn([other.driver, other.admin], 1) : () => callersOf(other);
  await eachOf(NAMES.filter(namesRecord), others, inAnotherShop);
  await eachOf(NAMES, others, revealsNothing);
  const after = await shopFingerprint(place.owner, place.shop.shop_id);
  for (const [table, rows] of Object.entries(before)) {
    tries.check(after[table] === rows, `another shop's staff changed rows of ${table}`);
  }
  await amongDrivers(place, tries);
  return tries;

  async function eachOf(names: readonly EndpointName[], callers: CallersAt, attempt: Attempt): Promise<void> {
    for (const [at, name] of names.entries()) {
      for (const caller of callers(at)) await attempt(place, tries, name, caller);
    }
  }
}

/** The callers of the endpoint at an index. */
type CallersAt = (at: number) => Caller[];

/** Rotates through the callers, `count` for each endpoint. */
function inTurn(callers: Caller[], count: number): CallersAt {
  return (at) => {
    const first = (at * count) % callers.length;
    return [...callers, ...callers].slice(first, first + count);
  };
}

type Attempt = (
  place: AttackedServer,
  tries: AttackReport,
  name: EndpointName,
  caller: Caller,
) => Promise<void>;

function callersOf(shop: AttackedShop): Caller[] {
  return [shop.driver, shop.driver2, shop.manager, shop.admin, shop.cashier, shop.nobody];
}

function sendAs(place: AttackedServer, token: string | null, sent: HttpRequest): Promise<HttpResponse> {
  return place.http.send({ ...sent, headers: { ...commandHeaders(token), ...sent.headers } });
}

function codeOf({ status, text }: HttpResponse): string {
  try {
    return `${status} ${(JSON.parse(text) as { code?: string }).code ?? ''}`.trim();
  } catch {
    return String(status);
  }
}

const BAD_TOKENS = 6;

/**
 * Calls every endpoint with `of_each` of the bad tokens, rotating through them: no token, a forged one, that
 * of a signed-out session, and that of a disabled user.
 */
async function withoutSession(place: AttackedServer, tries: AttackReport, of_each: number): Promise<void> {
  const { shop, owner, http } = place;
  const own: Target = { shop, person: shop.driver };
  const [header, , signature] = shop.manager.access_token.split('.');
  const claims = { session_id: newId(), sub: newId(), role: 'authenticated', exp: 4_000_000_000 };
  const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged.split('.')[1]}.`;
  const left = await signInAs(http, shop.nobody.email);
  await sendAs(place, left.access_token, { method: 'POST', path: '/auth/v1/logout?scope=local' });
  const { email, user_id } = shop.cashier;
  const gone = await signInAs(http, email);
  const disable = (disabled_at: Date | null) => changeRows(owner, 'users', { id: user_id }, { disabled_at });
  await disable(new Date());
  const tokens = {
    none: null,
    empty: '',
    forged,
    unsigned,
    'signed out': left.access_token,
    disabled: gone.access_token,
  };
  const all = Object.entries(tokens);
  for (const [at, name] of NAMES.entries()) {
    for (let nth = 0; nth < of_each; nth += 1) {
      const [kind, token] = all[(at * of_each + nth) % BAD_TOKENS] ?? ['none', null];
      const code = codeOf(await sendAs(place, token, requestFor(name, own)));
      tries.check(code === '401 not_signed_in', `${name} with a token that is ${kind} returned ${code}`);
    }
  }
  await disable(null);
}

/** A role without permission gets 403 `no_access`; a permitted role gets any other response below 500. */
const inOwnShop: Attempt = async (place, tries, name, caller) => {
  const { access }: Endpoint = ENDPOINTS[name];
  const { shop } = place;
  const response = await sendAs(place, caller.access_token, requestFor(name, { shop, person: caller }));
  const code = codeOf(response);
  const refused = code === '403 no_access';
  const ownFolder = name === 'put_file' && caller.driver_id === null;
  const should_be_refused = !mayAccess(access, caller.role) || ownFolder;
  const right =
    refused === should_be_refused && response.status !== 401 && response.status > 0 && response.status < 500;
  tries.check(right, `${name} returned ${code} to ${caller.name} of the shop`);
};

/** Records of another shop do not exist for any role. */
const inAnotherShop: Attempt = async (place, tries, name, caller) => {
  const { shop } = place;
  for (const person of [shop.driver, shop.manager]) {
    const response = await sendAs(place, caller.access_token, requestFor(name, { shop, person }));
    // An endpoint without such a record in its response, such as the caller's own next order, may respond
    // with 200.
    const revealed = response.text.includes(shop.mark) || response.text.includes(shop.order_number);
    const done = response.status === 200 && ENDPOINTS[name].method !== 'get' && !skipsUnknown(name);
    const bad = revealed || done || response.status === 0 || response.status >= 500;
    tries.check(!bad, `${name} returned ${codeOf(response)} to ${caller.name} of another shop`);
  }
};

/** Lists of the caller's own shop contain nothing of the other. */
const revealsNothing: Attempt = async (place, tries, name, caller) => {
  const { shop, other } = place;
  const response = await sendAs(
    place,
    caller.access_token,
    requestFor(name, { shop: other, person: caller }),
  );
  const secrets = [shop.mark, shop.order_id, ...callersOf(shop).map(({ user_id }) => user_id)];
  const revealed = secrets.filter((secret) => response.text.includes(secret));
  tries.check(revealed.length === 0, `${name} showed ${caller.name} of another shop: ${revealed.join(', ')}`);
};

/** Records of one driver are closed to another driver of the same shop. */
async function amongDrivers(place: AttackedServer, tries: AttackReport): Promise<void> {
  const { shop } = place;
  const theirs: Target = { shop, person: shop.driver };
  const names = [
    'confirm_delivery',
    'deliver_as_taken',
    'collect_owed',
    'correct_delivery',
    'end_session',
    'put_file',
    'sign_file',
    'fulfill_shopify_order',
    'read_next_order',
  ] as const;
  for (const name of names) {
    const response = await sendAs(place, shop.driver2.access_token, requestFor(name, theirs));
    const revealed = response.text.includes(shop.order_id) || response.text.includes(shop.order_number);
    const bad = revealed || (response.status === 200 && name !== 'read_next_order') || response.status >= 500;
    tries.check(!bad, `${name} returned ${codeOf(response)} to another driver of the shop`);
  }
}

/** A server job writes these tables on its own schedule. */
const SUMS = ['report_horizons', 'cash_sums', 'delivery_sums'];

/**
 * Returns one hash per table of the shop's rows, which stays equal as long as no row of the shop changes. The
 * sums of the reports are excluded.
 */
async function shopFingerprint(owner: Database, shop_id: number): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all(${SUMS})
    order by 1`.execute(owner);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
      from ${sql.ref(name)} t where shop_id = ${shop_id}`.execute(owner);
    found[name] = rows[0]?.hash ?? '';
  }
  return found;
}
