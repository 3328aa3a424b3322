import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { PROBLEMS, type ProblemBody } from '../contract/rules/problems.ts';
import { mayAccess, ROLES } from '../contract/rules/roles.ts';
import { BAD_ESCAPES, BAD_TEXTS, fieldsOf, isField, isFreeText, withField } from './support/bad-values.ts';
import { GOOD_BODIES, GOOD_QUERIES, WITH_BODY } from './support/samples.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/**
 * Each endpoint responds to bad input with a 4xx problem that names the field, never with a 500.
 * `bad-input.test.ts` has the values that schemas refuse. Behavior that all endpoints share is tested on one
 * of them. The tests tagged `attack` send the rest.
 */

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  // Every password counts as wrong, and refusals are not delayed.
  app = await createTestApp({ sign_in: { verify: async () => false, pause: async () => undefined } });
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const LONG = { tags: ['attack'] };

const schemasOf = (name: EndpointName): EndpointSchemas => ENDPOINT_SCHEMAS[name];

type Sent = { path?: string; query?: string; body?: string | Uint8Array; headers?: Record<string, string> };

/** Returns a permitted user: the driver if possible. */
function callerOf(name: EndpointName): TestStaff {
  const { access }: Endpoint = ENDPOINTS[name];
  const role = ROLES.find((each) => mayAccess(access, each));
  return { Driver: shop.driver, Manager: shop.manager, Admin: shop.admin }[role ?? 'Driver'];
}

/** Sends a request as a permitted user; values not given are valid, or name records that do not exist. */
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

/** Expects a problem in the agreed format with a status below 500, and returns it. */
async function refusal(response: Response): Promise<ProblemBody> {
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({
    status: expect.toSatisfy((n) => n >= 400 && n < 500),
  });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = JSON.parse(text) as ProblemBody;
  expect(Object.keys(PROBLEMS)).toContain(problem.code);
  expect(problem).toMatchObject({ status: response.status, title: PROBLEMS[problem.code].title });
  expect(problem.request_id).toMatch(/^[0-9a-f-]{36}$/);
  return problem;
}

/** Returns the pointers of a 422 response. */
async function pointersOf(response: Response): Promise<string[]> {
  const problem = await refusal(response);
  expect(problem.code).toBe('invalid_input');
  return (problem.errors ?? []).map(({ pointer }) => pointer);
}

/** Expects a status below 500, and a problem unless the request was accepted. */
async function survives(response: Response): Promise<void> {
  if (response.status >= 300) await refusal(response);
  // An export is generated while it is read.
  else await response.arrayBuffer();
}

const WITH_QUERY = NAMES.filter((name) => schemasOf(name).query);

describe.each(WITH_BODY)('a body for %s', (name) => {
  const good = GOOD_BODIES[name];
  const schema = schemasOf(name).body as NonNullable<EndpointSchemas['body']>;
  const fields = fieldsOf(good);
  const accepts = (body: string) => schema.safeParse(JSON.parse(body)).success;

  it('passes if it is valid, and fails with a declared error if it names unknown records', async () => {
    const response = await send(name, { body: JSON.stringify(good) });
    const { sample }: Endpoint = ENDPOINTS[name];
    if (sample?.accepted) {
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    } else expect(ENDPOINTS[name].errors).toContain((await refusal(response)).code);
  });

  it('is refused if it is invalid, malformed or too large', async () => {
    const [path = []] = fields;
    const pointers = await pointersOf(await send(name, { body: withField(good, path, '{"a":1}') }));
    expect(pointers.length > 0 && pointers.every((found) => isField(path, found))).toBe(true);
    expect((await refusal(await send(name, { body: '{"order_id":' }))).code).toBe('malformed');
    expect((await refusal(await send(name, { body: `${' '.repeat(300_000)}{}` }))).code).toBe('too_large');
  });

  it('does not fail with texts that its schema accepts', async () => {
    // Every sixth text, with a different first one for each endpoint.
    for (const text of BAD_TEXTS.filter((_, index) => index % 6 === WITH_BODY.indexOf(name) % 6)) {
      const json = JSON.stringify(text);
      const accepted = fields.filter((path) => accepts(withField(good, path, json)));
      if (accepted.length === 0) continue;
      const body = accepted.reduce(
        (changed, path) => JSON.parse(withField(changed, path, json)) as Record<string, unknown>,
        good,
      );
      await survives(await send(name, { body: JSON.stringify(body) }));
    }
  });

  it('does not fail with any text in one field that its schema accepts', LONG, async () => {
    for (const path of fields) {
      for (const json of [undefined, 'null', ...BAD_TEXTS.map((text) => JSON.stringify(text))]) {
        const body = withField(good, path, json);
        if (accepts(body)) await survives(await send(name, { body }));
      }
    }
  });

  it('causes no failure, with any content (property)', LONG, async () => {
    const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 } as object);
    await fc.assert(
      fc.asyncProperty(value, async (body) => survives(await send(name, { body: JSON.stringify(body) }))),
      { numRuns: 15 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), value, async (path, inner) =>
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

/** All endpoints read their bodies in the same way, so one stands for all. */
describe('a body for any endpoint', () => {
  const name = 'confirm_delivery';
  const good = GOOD_BODIES[name];

  it('is refused as a whole if it is not JSON in UTF-8', async () => {
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
  });

  it('is refused above the size limit, with any padding', async () => {
    for (const body of [
      `${' '.repeat(300_000)}{}`,
      JSON.stringify({ ...good, customer_name: 'ش'.repeat(200_000) }),
      JSON.stringify({ ...good, unknown: 'x'.repeat(400_000) }),
      new Uint8Array(20_000_000),
    ]) {
      expect((await refusal(await send(name, { body }))).code).toBe('too_large');
    }
  });

  it('is read as JSON with any content type', async () => {
    for (const type of [
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'x',
      '*/*;q=',
    ]) {
      const headers = { 'content-type': type };
      expect((await refusal(await send(name, { headers, body: 'a=1&b=2' }))).code).toBe('malformed');
      const response = await send(name, { headers, body: JSON.stringify(good) });
      expect(ENDPOINTS[name].errors).toContain((await refusal(response)).code);
    }
  });

  it('causes no failure, with any content (property)', async () => {
    const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 } as object);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ...WITH_BODY.flatMap((each) => fieldsOf(GOOD_BODIES[each]).map((path) => ({ each, path }))),
        ),
        value,
        async ({ each, path }, inner) =>
          survives(await send(each, { body: withField(GOOD_BODIES[each], path, JSON.stringify(inner)) })),
      ),
      { numRuns: 30 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) =>
        survives(await send(name, { body })),
      ),
      { numRuns: 15 },
    );
  });
});

describe.each(WITH_QUERY)('the query of %s', (name) => {
  const fields = Object.keys(schemasOf(name).query?.shape ?? {});

  it('is refused with a bad value, even if the body has a valid one', async () => {
    const [field = ''] = fields;
    const good = GOOD_QUERIES[name]?.slice(1) ?? '';
    const body = JSON.stringify(Object.fromEntries(new URLSearchParams(good)));
    expect(await pointersOf(await send(name, { query: `?${field}=%00&${good}`, body }))).toContain(
      `/query/${field}`,
    );
  });

  const free = fields.flatMap((field) =>
    ['', ...BAD_ESCAPES]
      .filter((text) => isFreeText(name, field, text))
      .map((text) => [field, text] as const),
  );
  it.runIf(free.length > 0)('accepts any text in a free-text parameter', async () => {
    for (const [field, text] of free) {
      const others = new URLSearchParams(GOOD_QUERIES[name]);
      others.delete(field);
      await survives(await send(name, { query: `?${field}=${text}&${others}` }));
    }
  });
});

const ODD_QUERIES = ['?', '?&&&', '?=', '?%00=1', '?__proto__=1', '?a[b]=1', `?${'a=1&'.repeat(5_000)}`];
const ODD_TEXTS = [
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
const HEADERS = ['idempotency-key', 'content-sha256', 'accept', 'content-length', 'range', 'if-match'];

describe.each(NAMES)('the URL of %s', (name) => {
  const turn = NAMES.indexOf(name);
  const endpoint = ENDPOINTS[name];
  const takenFrom = <T>(values: readonly T[]): T => values[turn % values.length] as T;

  it('may have any query and any header', async () => {
    const headers = { [takenFrom(HEADERS)]: takenFrom(ODD_TEXTS) };
    await survives(await send(name, { query: takenFrom(ODD_QUERIES), headers, body: '{}' }));
    const { query } = schemasOf(name);
    if (!query) await survives(await send(name, { query: `?page=${takenFrom(BAD_ESCAPES)}`, body: '{}' }));
    if (endpoint.command) {
      const response = await send(name, { headers: { 'idempotency-key': takenFrom(ODD_TEXTS) }, body: '{}' });
      expect((await refusal(response)).code).toBe('command_id_missing');
    }
  });

  it('may have any query and any header (all values)', LONG, async () => {
    for (const odd of [...ODD_QUERIES, ...BAD_ESCAPES.map((text) => `?page=${text}`)]) {
      await survives(await send(name, { query: odd, body: '{}' }));
    }
    for (const text of ODD_TEXTS) {
      for (const header of HEADERS) {
        await survives(await send(name, { headers: { [header]: text }, body: '{}' }));
      }
      if (!endpoint.command) continue;
      const response = await send(name, { headers: { 'idempotency-key': text }, body: '{}' });
      expect((await refusal(response)).code).toBe('command_id_missing');
    }
  });

  it('may have any text as a path parameter', async () => {
    const placeholders = endpoint.path.match(/\{\w+\}/g) ?? [];
    for (const placeholder of placeholders) {
      for (const text of BAD_ESCAPES) {
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

  it('responds to other methods with a problem', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const taken = NAMES.map((each) => ENDPOINTS[each]).some(
        (each) => each.path === endpoint.path && each.method === method.toLowerCase(),
      );
      if (taken) continue;
      const response = await app.send(method, endpoint.path, { as: shop.driver.session_id });
      expect([404, 405]).toContain((await refusal(response)).status);
    }
  });

  it('is refused without a valid session', async () => {
    for (const headers of [{}, { authorization: '' }, { cookie: 'a=b' }] as Record<string, string>[]) {
      const response = await app.send(endpoint.method.toUpperCase(), endpoint.path, { headers });
      expect((await refusal(response)).code).toBe('not_signed_in');
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
});
