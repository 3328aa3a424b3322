import type { z } from '@hono/zod-openapi';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/rules/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../contract/rules/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { PROBLEMS, type ProblemBody } from '../contract/rules/problems.ts';
import { mayAccess, ROLES } from '../contract/rules/roles.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/schemas/endpoint-schemas.ts';
import {
  BAD_JSON_VALUES,
  BAD_TEXTS,
  fieldsOf,
  GOOD_BODIES,
  GOOD_QUERIES,
  withField,
} from './support/bad-values.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/** Whatever comes in is answered by a 4xx problem that names the field at fault, never by a 500. */

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const WITH_BODY = Object.keys(GOOD_BODIES) as (keyof typeof GOOD_BODIES)[];

/** Refuses nothing that is well formed: what is not there is left out. */
const TAKEN: readonly EndpointName[] = [
  ...(['change_desk_shop', 'disconnect_store'] as const),
  ...(['arrange_stops', 'report_device', 'add_staff', 'add_card_machine'] as const),
  ...(['preview_import', 'import_orders', 'correct_imported_order'] as const),
  ...(['unassign_orders', 'dispatch_orders', 'return_orders', 'cancel_orders', 'reopen_orders'] as const),
  'review_conflicts',
  'export_view',
  ...(['remember_import_layout', 'remember_import_methods'] as const),
];

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

/** A third of the values, another one at each turn: every field meets some, every endpoint all. All of them everywhere take minutes and find the same. */
const someOf = <T>(values: readonly T[], turn: number): T[] =>
  values.filter((_, index) => (index + turn) % 3 === 0);

const schemasOf = (name: EndpointName): EndpointSchemas => ENDPOINT_SCHEMAS[name];

type Sent = { path?: string; query?: string; body?: string | Uint8Array; headers?: Record<string, string> };

/** Somebody who may call it: the driver wherever that is possible. */
function callerOf(name: EndpointName): TestStaff {
  const { access }: Endpoint = ENDPOINTS[name];
  const role = ROLES.find((each) => mayAccess(access, each));
  return { Driver: shop.driver, Manager: shop.manager, Admin: shop.admin }[role ?? 'Driver'];
}

/** Sends a request as somebody who may; everything not given is good, or about something that does not exist. */
function send(name: EndpointName, { path, query = '', body, headers = {} }: Sent): Promise<Response> {
  const endpoint = ENDPOINTS[name];
  const good = endpoint.path.replace('{bucket}', 'order-deliveries').replace(/\{(\w+)\}/g, newId());
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return app.send(endpoint.method.toUpperCase(), (path ?? good) + query, {
    as: callerOf(name).session_id,
    headers: { 'idempotency-key': newId(), 'content-type': 'application/json', ...headers },
    ...(bytes && endpoint.method !== 'get' ? { bytes } : {}),
  });
}

/** A problem in the agreed form, below 500. */
async function refusal(answer: Response): Promise<ProblemBody> {
  const text = await answer.text();
  expect({ status: answer.status, text }).toMatchObject({
    status: expect.toSatisfy((n) => n >= 400 && n < 500),
  });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const problem = JSON.parse(text) as ProblemBody;
  expect(Object.keys(PROBLEMS)).toContain(problem.code);
  expect(problem).toMatchObject({ status: answer.status, title: PROBLEMS[problem.code].title });
  expect(problem.request_id).toMatch(/^[0-9a-f-]{36}$/);
  return problem;
}

/** The pointers of a 422 that names fields. */
async function pointersOf(answer: Response): Promise<string[]> {
  const problem = await refusal(answer);
  expect(problem.code).toBe('invalid_input');
  return (problem.errors ?? []).map(({ pointer }) => pointer);
}

/** Below 500, and a problem unless it was accepted. */
async function survives(answer: Response): Promise<void> {
  if (answer.status >= 300) await refusal(answer);
  // A file is written while it is read.
  else await answer.arrayBuffer();
}

describe('the table of endpoints', () => {
  it('has a good body for every endpoint that takes one, so that each bad field stands alone', () => {
    expect(NAMES.filter((name) => schemasOf(name).body)).toEqual(
      NAMES.filter((name) => WITH_BODY.some((known) => known === name)),
    );
    for (const name of WITH_BODY) {
      expect(schemasOf(name).body?.safeParse(GOOD_BODIES[name]).success).toBe(true);
    }
  });

  it.each(WITH_BODY)('%s takes its good body as far as what it is about', async (name) => {
    const answer = await send(name, { body: JSON.stringify(GOOD_BODIES[name]) });
    if (TAKEN.includes(name)) {
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    } else expect(ENDPOINTS[name].errors).toContain((await refusal(answer)).code);
  });
});

describe.each(WITH_BODY)('a body for %s', (name) => {
  const turn = WITH_BODY.indexOf(name);
  const schema = schemasOf(name).body as z.ZodObject;
  const good = GOOD_BODIES[name];
  const pointer = (path: string[]) => `/${path.join('/')}`;
  const isField = (path: string[], found: string) =>
    found === pointer(path) || found.startsWith(`${pointer(path)}/`);

  it('is refused where one field is of no possible value, naming that field', async () => {
    for (const [index, path] of fieldsOf(good).entries()) {
      for (const [what, json] of someOf(Object.entries(BAD_JSON_VALUES), turn + index)) {
        // A list of numbers is just what this one takes.
        if (name === 'explain_device_numbers' && what === 'a list' && path.join() === 'numbers') continue;
        const pointers = await pointersOf(await send(name, { body: withField(good, path, json) }));
        const named = pointers.length > 0 && pointers.every((found) => isField(path, found));
        expect({ path, what, pointers, named }).toMatchObject({ named: true });
      }
    }
  });

  it('is refused where a field is missing or null, unless it may be', async () => {
    for (const path of fieldsOf(good)) {
      for (const json of [undefined, 'null']) {
        const body = withField(good, path, json);
        const answer = await send(name, { body });
        if (schema.safeParse(JSON.parse(body)).success) await survives(answer);
        else {
          // Without its only item it is the list that is not as it has to be.
          const of_list = json === undefined && /^\d+$/.test(path.at(-1) ?? '');
          const named = [pointer(path), ...(of_list ? [pointer(path.slice(0, -1))] : [])];
          expect(named.map((one) => [one])).toContainEqual(await pointersOf(answer));
        }
      }
    }
  });

  it('is refused where a text is no number, instant or identifier', async () => {
    for (const [index, path] of fieldsOf(good).entries()) {
      for (const text of someOf(BAD_TEXTS, turn + index)) {
        const body = withField(good, path, JSON.stringify(text));
        const answer = await send(name, { body });
        if (schema.safeParse(JSON.parse(body)).success) await survives(answer);
        else expect((await pointersOf(answer)).every((found) => isField(path, found))).toBe(true);
      }
    }
  });

  it('is refused as a whole where it is no JSON object in UTF-8', async () => {
    const malformed: Record<string, string | Uint8Array> = {
      empty: '',
      'cut off': '{"order_id":',
      'not JSON': 'order_id=1',
      'a bare word': 'NaN',
      'a trailing comma': '{"a":1,}',
      'invalid UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      'overlong UTF-8': new Uint8Array([0x22, 0xc0, 0x80, 0x22]),
      'UTF-16': new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
      gzip: new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x00]),
      'NUL bytes': new Uint8Array(1000),
      'unclosed nesting': '['.repeat(200_000),
      'a raw control character': '{"order_id":"\u0001"}',
    };
    for (const [what, body] of Object.entries(malformed)) {
      expect({ what, code: (await refusal(await send(name, { body }))).code }).toEqual({
        what,
        code: 'malformed',
      });
    }
    for (const body of ['null', '[]', '"text"', '1', 'true', '['.repeat(100_000) + ']'.repeat(100_000)]) {
      expect(await pointersOf(await send(name, { body }))).toEqual(['']);
    }
    for (const body of [
      '{}',
      '{"__proto__":{"order_id":1}}',
      '{"constructor":{"prototype":{}}}',
      '\ufeff{}',
    ]) {
      expect((await pointersOf(await send(name, { body }))).length).toBeGreaterThan(0);
    }
  });

  it('has only its own fields, whatever else is sent along', () => {
    const more = { is_admin: true, permissions: ['all'], role: 'Admin', disabled_at: null, created_at: 0 };
    expect(schema.parse({ ...more, ...good })).toEqual(schema.parse(good));
  });

  it('is refused above the limit, however it is padded', async () => {
    for (const body of [
      `${' '.repeat(300_000)}{}`,
      JSON.stringify({ ...good, customer_name: 'ش'.repeat(200_000) }),
      JSON.stringify({ ...good, unknown: 'x'.repeat(400_000) }),
      new Uint8Array(20_000_000),
    ]) {
      expect((await refusal(await send(name, { body }))).code).toBe('too_large');
    }
  });

  it('is not taken for anything else by its content type', async () => {
    for (const type of [
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'x',
      '*/*;q=',
    ]) {
      const headers = { 'content-type': type };
      expect((await refusal(await send(name, { headers, body: 'a=1&b=2' }))).code).toBe('malformed');
      const answer = await send(name, { headers, body: JSON.stringify(good) });
      if (TAKEN.includes(name)) await survives(answer);
      else expect(ENDPOINTS[name].errors).toContain((await refusal(answer)).code);
    }
  });

  it('never fails, whatever it is (property)', async () => {
    const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 } as object);
    await fc.assert(
      fc.asyncProperty(value, async (body) => survives(await send(name, { body: JSON.stringify(body) }))),
      { numRuns: 15 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fieldsOf(good)), value, async (path, inner) =>
        survives(await send(name, { body: withField(good, path, JSON.stringify(inner)) })),
      ),
      { numRuns: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) =>
        survives(await send(name, { body })),
      ),
      { numRuns: 15 },
    );
  });
});

/** Texts as they stand in an address. */
const BAD_ESCAPES = [
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff%fe',
  '%C0%80',
  '%ED%A0%80',
  '%E0%A4%A',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e',
  '..%5c..%5c',
  '%25%30%30',
  '%F0%9F%92%A9',
  '%D8%B4',
  'x'.repeat(5_000),
  "'%20or%201=1--",
  '-1',
  '0',
  '99999999999999999999',
  '1e308',
];

/** Parameters in which people write what they like: what can be read is looked for. */
const FREE_TEXTS = ['words', 'about', 'account'];

describe.each(NAMES)('the address of %s', (name) => {
  const turn = NAMES.indexOf(name);
  const endpoint = ENDPOINTS[name];

  it('may carry any query', async () => {
    const query = schemasOf(name).query;
    const fields = Object.keys(query?.shape ?? { page: 1 });
    for (const [index, field] of fields.entries()) {
      for (const text of someOf(['', ...BAD_ESCAPES], turn + index)) {
        const others = new URLSearchParams(GOOD_QUERIES[name]);
        others.delete(field);
        const answer = await send(name, { query: `?${field}=${text}&${others}`, body: '{}' });
        if (query && !FREE_TEXTS.includes(field))
          expect(await pointersOf(answer)).toEqual([`/query/${field}`]);
        else await survives(answer);
      }
    }
    for (const odd of ['?', '?&&&', '?=', '?%00=1', '?__proto__=1', '?a[b]=1', `?${'a=1&'.repeat(5_000)}`]) {
      await survives(await send(name, { query: odd, body: '{}' }));
    }
  });

  it('is judged by the first of repeated parameters, and by none from another place', async () => {
    const fields = Object.keys(schemasOf(name).query?.shape ?? {});
    for (const field of fields) {
      const good = GOOD_QUERIES[name]?.slice(1) ?? '';
      const body = JSON.stringify(Object.fromEntries(new URLSearchParams(good)));
      for (const query of [`?${field}=%00&${good}`, `?${field}=%00&${field}=1`]) {
        expect(await pointersOf(await send(name, { query, body }))).toContain(`/query/${field}`);
      }
    }
  });

  it('may hold anything in place of its parts', async () => {
    const placeholders = endpoint.path.match(/\{\w+\}/g) ?? [];
    for (const [index, placeholder] of placeholders.entries()) {
      for (const text of someOf(BAD_ESCAPES, turn + index)) {
        const path = endpoint.path
          .replace(placeholder, () => text)
          .replace('{bucket}', 'order-deliveries')
          .replace(/\{\w+\}/g, 'x');
        const problem = await refusal(await send(name, { path, body: 'x' }));
        expect(['invalid_input', 'not_found']).toContain(problem.code);
        if (problem.code === 'invalid_input') {
          expect(problem.errors?.map(({ pointer }) => pointer)).toContain(
            `/params/${placeholder.slice(1, -1)}`,
          );
        }
      }
    }
    await survives(await send(name, { path: `${endpoint.path}/%00`, body: '{}' }));
    await survives(await send(name, { path: `${endpoint.path}%`, body: '{}' }));
  });

  it('answers other methods by a problem', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const taken = NAMES.map((each) => ENDPOINTS[each]).some(
        (each) => each.path === endpoint.path && each.method === method.toLowerCase(),
      );
      if (taken) continue;
      const answer = await app.send(method, endpoint.path, { as: shop.driver.session_id });
      expect([404, 405]).toContain((await refusal(answer)).status);
    }
  });

  it('is refused without a good session, whatever is said instead', async () => {
    for (const headers of [{}, { authorization: '' }, { cookie: 'a=b' }] as Record<string, string>[]) {
      const answer = await app.send(endpoint.method.toUpperCase(), endpoint.path, { headers });
      expect((await refusal(answer)).code).toBe('not_signed_in');
    }
    const unknown = await app.send(endpoint.method.toUpperCase(), endpoint.path, {
      as: newId(),
      headers: { 'idempotency-key': newId() },
      ...(endpoint.method === 'get'
        ? {}
        : { body: 'body' in schemasOf(name) ? GOOD_BODIES[name as 'sign_file'] : {} }),
    });
    expect(['not_signed_in', 'invalid_input']).toContain((await refusal(unknown)).code);
  });

  it('may come with any header', async () => {
    const odd = [
      '',
      ' ',
      'x',
      'é',
      '\u00ff\u00fe',
      "'",
      '0'.repeat(64),
      'a'.repeat(7_000),
      `${newId()},${newId()}`,
    ];
    for (const [index, text] of odd.entries()) {
      const headers = ['idempotency-key', 'content-sha256', 'accept', 'content-length', 'range', 'if-match'];
      for (const header of someOf(headers, turn + index)) {
        await survives(await send(name, { headers: { [header]: text }, body: '{}' }));
      }
    }
    if (endpoint.command) {
      for (const text of odd) {
        const answer = await send(name, { headers: { 'idempotency-key': text }, body: '{}' });
        expect((await refusal(answer)).code).toBe('command_id_missing');
      }
    }
  });
});
