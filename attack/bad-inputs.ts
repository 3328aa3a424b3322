import fc from 'fast-check';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { mayAccess } from '../contract/rules/roles.ts';
import { BAD_JSON_VALUES, BAD_TEXTS, fieldsOf, withField } from '../tests/support/bad-values.ts';
import { GOOD_BODIES, WITH_BODY } from '../tests/support/samples.ts';
import { type AttackedServer, type AttackedShop, type Caller, commandHeaders } from './attacked-server.ts';
import { type HttpRequest, type HttpResponse, NO_RESPONSE } from './http-client.ts';
import { AttackReport } from './report.ts';

const AT_ONCE = 8;
/** A busy server is retried; if it is still too busy after the last attempt, the request counts as failed. */
const PATIENCE = { again: [503], attempts_max: 5, pause_ms: 300 };
const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** `name` null: the request is sent without a session. */
type BadInput = { what: string; name: EndpointName | null; sent: HttpRequest };

/**
 * Sends generated requests that no honest client sends; the server must accept or refuse each one and never
 * fail.
 */
export async function badInputs(place: AttackedServer, count: number, seed: number): Promise<AttackReport> {
  const tries = new AttackReport(`Bad input: generated requests (seed ${seed})`);
  const inputs = fc.sample(badInput, { numRuns: count, seed });
  const queue = inputs.values();
  const worker = async () => {
    for (const input of queue) {
      const problem = await problemOf(place, input);
      tries.check(problem === undefined, String(problem));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const alive = await place.http.send({ method: 'GET', path: '/readyz' });
  tries.check(alive.status === 200, `the server returned ${alive.status} to /readyz afterwards`);
  return tries;
}

async function problemOf(place: AttackedServer, { what, name, sent }: BadInput): Promise<string | undefined> {
  const caller = name === null ? null : callerOf(place.shop, name);
  const headers = { ...commandHeaders(caller?.access_token ?? null), ...sent.headers };
  const response = await place.http.sendWithRetries({ ...sent, headers }, PATIENCE);
  const wrong = wrongIn(response);
  return wrong && `${sent.method} ${sent.path.slice(0, 80)} with ${what}: ${wrong}`;
}

/** Detects a server failure, a missing response, or a refusal that is not in an agreed format. */
function wrongIn({ status, type, text }: HttpResponse): string | undefined {
  if (status === NO_RESPONSE) return `no response (${text})`;
  if (status >= 500) return `${status} ${text.slice(0, 120)}`;
  const problem = type.startsWith('application/problem+json') || type.startsWith('application/json');
  if (status >= 400 && !problem && text !== '' && !type.startsWith('text/html'))
    return `${status} as ${type}`;
  return undefined;
}

function callerOf(shop: AttackedShop, name: EndpointName): Caller {
  const { access } = ENDPOINTS[name];
  return [shop.driver, shop.manager, shop.admin].find(({ role }) => mayAccess(access, role)) ?? shop.driver;
}

const rawBytes = fc.uint8Array({ maxLength: 400 });
const anyText = fc.oneof(fc.constantFrom(...BAD_TEXTS), fc.string({ unit: 'binary', maxLength: 200 }));
const anyJson = fc.oneof(
  fc.constantFrom(...Object.values(BAD_JSON_VALUES)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  anyText.map((text) => JSON.stringify(text)),
);

/** A part of a URL in visible ASCII, which an HTTP client library would let through. */
const anyAddressPart = fc.oneof(
  fc.constantFrom(
    '%00',
    '%',
    '%zz',
    '%ff%fe',
    '%C0%80',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e',
    "'%20or%201=1--",
    '-1',
    'NaN',
  ),
  fc.string({ maxLength: 60 }).map((text) => encodeURIComponent(text)),
  fc.string({ unit: fc.constantFrom(...'abc/%.;:~@!$&()*+,=0123'), maxLength: 60 }),
);

const badField = fc
  .constantFrom(...WITH_BODY)
  .chain((name) =>
    fc.record({
      name: fc.constant(name),
      path: fc.constantFrom(...fieldsOf(GOOD_BODIES[name])),
      json: anyJson,
    }),
  )
  .map(({ name, path, json }): BadInput => {
    const body = withField(GOOD_BODIES[name], path, json);
    return { what: `${path.join('.')} = ${json.slice(0, 60)}`, name, sent: { ...addressOf(name), body } };
  });

const TYPES = ['application/json', 'text/plain', 'multipart/form-data', 'application/pdf', '*/*;q=', 'x'];
const anyType = fc.constantFrom(...TYPES);
const badBody = fc
  .record({ name: fc.constantFrom(...NAMES), body: fc.oneof(rawBytes, anyJson), type: anyType })
  .map(({ name, body, type }): BadInput => {
    const sent: HttpRequest = { ...addressOf(name), headers: { 'content-type': type } };
    return { what: 'an arbitrary body', name, sent: sent.method === 'GET' ? sent : { ...sent, body } };
  });

const badAddress = fc
  .record({ name: fc.constantFrom(...NAMES), part: anyAddressPart, query: anyAddressPart })
  .map(({ name, part, query }): BadInput => {
    const { method } = addressOf(name);
    const bad = ENDPOINTS[name].path.replace(/\{\w+\}/, () => part || 'x');
    const at = `${bad.replace(/\{\w+\}/g, 'x')}?${query}`;
    const sent = { method, path: at, ...(method === 'GET' ? {} : { body: '{}' }) };
    return { what: 'an arbitrary URL', name, sent };
  });

/** The bytes that HTTP allows in a header's value. */
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });
const HEADERS = [
  'idempotency-key',
  'content-sha256',
  'range',
  'if-match',
  'accept',
  'accept-encoding',
  'x-forwarded-for',
  'origin',
  'cookie',
  'authorization',
  'x-request-id',
  'expect-ct',
];
const badHeader = fc
  .record({ name: fc.constantFrom(...NAMES), header: fc.constantFrom(...HEADERS), text: headerText })
  .map(({ name, header, text }): BadInput => {
    const { method, path } = addressOf(name);
    const sent = { method, path, headers: { [header]: text }, ...(method === 'GET' ? {} : { body: '{}' }) };
    return { what: `${header}: ${text.slice(0, 40)}`, name, sent };
  });

const OUTSIDE = [
  '/auth/v1/token?grant_type=password',
  '/auth/v1/token?grant_type=refresh_token',
  '/auth/v1/logout',
  '/webhooks/shopify',
  '/openapi.json',
  '/readyz',
];
const fromOutside = fc
  .record({
    path: fc.oneof(
      fc.constantFrom(...OUTSIDE),
      anyAddressPart.map((part) => `/${part}`),
    ),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND'),
    body: fc.oneof(rawBytes, anyJson),
    domain: headerText,
  })
  .map(({ path, method, body, domain }): BadInput => {
    const bare = method === 'GET' || method === 'HEAD';
    const headers = { 'x-shopify-shop-domain': domain, 'x-shopify-hmac-sha256': domain };
    return { what: 'no session', name: null, sent: { method, path, headers, ...(bare ? {} : { body }) } };
  });

const badInput = fc.oneof(
  { weight: 4, arbitrary: badField },
  { weight: 2, arbitrary: badBody },
  { weight: 2, arbitrary: badAddress },
  { weight: 1, arbitrary: badHeader },
  { weight: 2, arbitrary: fromOutside },
);

function addressOf(name: EndpointName): { method: string; path: string } {
  const { method, path } = ENDPOINTS[name];
  const good = path.replace('{bucket}', 'order-deliveries').replace(/\{\w+\}/g, newId());
  return { method: method.toUpperCase(), path: good };
}
