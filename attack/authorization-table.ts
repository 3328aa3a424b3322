import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { mayAccess } from '../contract/rules/roles.ts';
import type { Database } from '../server/platform/database/database.ts';
import { changeRows } from '../server/platform/database/rows.ts';
import { sql } from '../server/platform/database/sql.ts';
import {
  type AttackedPlace,
  type AttackedShop,
  type Caller,
  commandHeaders,
  signInAs,
} from './attacked-place.ts';
import type { Answer, Sent } from './http-client.ts';
import { namesAThing, requestFor, skipsUnknown, type Target, unknownIdsOf } from './operations.ts';
import { Tries } from './report.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
/**
 * Every endpoint, asked by everybody: without a session, by each role, about one's own shop and about another's. A sample calls every
 * endpoint with one invalid token, as two users of its own shop and as one user of another, rotating through them.
 */
export async function authorizationTable(place: AttackedPlace, { is_sample = false } = {}): Promise<Tries> {
  const tries = new Tries('Authorization: every endpoint, every role, every shop');
  for (const name of NAMES) {
    const ids = unknownIdsOf(name);
    tries.check(ids.length === 0, `${name} takes ${ids.join(', ')}: say whose in operations.ts`);
  }
  await withoutSession(place, tries, is_sample ? 1 : BAD_TOKENS);
  const { driver, manager, admin, cashier, nobody } = place.shop;
  const own = is_sample ? inTurn([driver, cashier, manager, nobody, admin], 2) : () => callersOf(place.shop);
  await eachOf(NAMES, own, inOwnShop);
  const before = await shopFingerprint(place.owner, place.shop.shop_id);
  const { other } = place;
  const others = is_sample ? inTurn([other.driver, other.admin], 1) : () => callersOf(other);
  await eachOf(NAMES.filter(namesAThing), others, inAnotherShop);
  await eachOf(NAMES, others, tellsNothing);
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

type Attempt = (place: AttackedPlace, tries: Tries, name: EndpointName, caller: Caller) => Promise<void>;

function callersOf(shop: AttackedShop): Caller[] {
  return [shop.driver, shop.driver2, shop.manager, shop.admin, shop.cashier, shop.nobody];
}

function ask(place: AttackedPlace, token: string | null, sent: Sent): Promise<Answer> {
  return place.http.send({ ...sent, headers: { ...commandHeaders(token), ...sent.headers } });
}

function codeOf({ status, text }: Answer): string {
  try {
    return `${status} ${(JSON.parse(text) as { code?: string }).code ?? ''}`.trim();
  } catch {
    return String(status);
  }
}

const BAD_TOKENS = 6;

/**
 * No token, a forged one, one of a session that was signed out, and one of somebody who was disabled since: every endpoint with so
 * many of them, in turn.
 */
async function withoutSession(place: AttackedPlace, tries: Tries, of_each: number): Promise<void> {
  const { shop, owner, http } = place;
  const own: Target = { shop, person: shop.driver };
  const [header, , signature] = shop.manager.access_token.split('.');
  const claims = { session_id: newId(), sub: newId(), role: 'authenticated', exp: 4_000_000_000 };
  const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged.split('.')[1]}.`;
  const left = await signInAs(http, shop.nobody.email);
  await ask(place, left.access_token, { method: 'POST', path: '/auth/v1/logout?scope=local' });
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
      const [what, token] = all[(at * of_each + nth) % BAD_TOKENS] ?? ['none', null];
      const code = codeOf(await ask(place, token, requestFor(name, own)));
      tries.check(code === '401 not_signed_in', `${name} with a token that is ${what} answered ${code}`);
    }
  }
  await disable(null);
}

/** A role that may not is told so; one that may is told anything else. */
const inOwnShop: Attempt = async (place, tries, name, caller) => {
  const { access }: Endpoint = ENDPOINTS[name];
  const { shop } = place;
  const answer = await ask(place, caller.access_token, requestFor(name, { shop, person: caller }));
  const code = codeOf(answer);
  const refused = code === '403 no_access';
  const ownFolder = name === 'put_file' && caller.driver_id === null;
  const should_be_refused = !mayAccess(access, caller.role) || ownFolder;
  const right =
    refused === should_be_refused && answer.status !== 401 && answer.status > 0 && answer.status < 500;
  tries.check(right, `${name} answered ${code} to ${caller.name} of the shop`);
};

/** Another shop's things do not exist, whatever the role. */
const inAnotherShop: Attempt = async (place, tries, name, caller) => {
  const { shop } = place;
  for (const person of [shop.driver, shop.manager]) {
    const answer = await ask(place, caller.access_token, requestFor(name, { shop, person }));
    // What has no such thing in its answer, such as one's own next order, may be answered: it must not tell of the other's.
    const told = answer.text.includes(shop.mark) || answer.text.includes(shop.order_number);
    const done = answer.status === 200 && ENDPOINTS[name].method !== 'get' && !skipsUnknown(name);
    const bad = told || done || answer.status === 0 || answer.status >= 500;
    tries.check(!bad, `${name} answered ${codeOf(answer)} to ${caller.name} of another shop`);
  }
};

/** Lists of one's own shop hold nothing of the other. */
const tellsNothing: Attempt = async (place, tries, name, caller) => {
  const { shop, other } = place;
  const answer = await ask(place, caller.access_token, requestFor(name, { shop: other, person: caller }));
  const secrets = [shop.mark, shop.order_id, ...callersOf(shop).map(({ user_id }) => user_id)];
  const told = secrets.filter((secret) => answer.text.includes(secret));
  tries.check(told.length === 0, `${name} told ${caller.name} of another shop: ${told.join(', ')}`);
};

/** What belongs to one driver is closed to the other driver of the same shop. */
async function amongDrivers(place: AttackedPlace, tries: Tries): Promise<void> {
  const { shop } = place;
  const theirs: Target = { shop, person: shop.driver };
  const names = [
    'confirm_delivery',
    'end_session',
    'put_file',
    'sign_file',
    'fulfill_shopify_order',
    'read_next_order',
  ] as const;
  for (const name of names) {
    const answer = await ask(place, shop.driver2.access_token, requestFor(name, theirs));
    const told = answer.text.includes(shop.order_id) || answer.text.includes(shop.order_number);
    const bad = told || (answer.status === 200 && name !== 'read_next_order') || answer.status >= 500;
    tries.check(!bad, `${name} answered ${codeOf(answer)} to another driver of the shop`);
  }
}

/** A job of the server writes these on its own clock. */
const SUMS = ['report_horizons', 'cash_sums', 'delivery_sums'];

/**
 * One hash for each table's rows of a shop: equal as long as nothing of the shop was changed. The
 * sums of the reports are left out.
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
