import type { z } from '@hono/zod-openapi';
import fc from 'fast-check';
import { HonoRequest } from 'hono/request';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { MAX_AMOUNT_FILS } from '../contract/rules/amounts/money.ts';
import { parsePart } from '../server/platform/http/endpoint.ts';
import { parseJson } from '../server/platform/http/read-body.ts';
import { Problem } from '../server/platform/problem.ts';
import {
  BAD_ESCAPES,
  BAD_JSON_VALUES,
  BAD_TEXTS,
  fieldsOf,
  isField,
  isFreeText,
  pointerOf,
  withValue,
} from './support/bad-values.ts';
import { GOOD_BODIES, GOOD_QUERIES, WITH_BODY } from './support/samples.ts';

/**
 * The schemas of all endpoints refuse every bad value and name its field. `bad-input.db.test.ts` sends
 * requests.
 */

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const schemasOf = (name: EndpointName): EndpointSchemas => ENDPOINT_SCHEMAS[name];

/** Returns the pointers of the fields that the schema refuses, or null if it accepts the value. */
function refusedFields(schema: z.ZodType, value: unknown, at = ''): string[] | null {
  try {
    parsePart(schema, value, at);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.code).toBe('invalid_input');
    return (error.errors ?? []).map(({ pointer }) => pointer);
  }
}

const parsed = (json: string) => parseJson(new TextEncoder().encode(json));

it('the body of every sample is valid', () => {
  for (const name of WITH_BODY) {
    expect(schemasOf(name).body?.safeParse(GOOD_BODIES[name]).success).toBe(true);
  }
});

const ANY_VALUE = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 } as object);
const BAD_VALUES = Object.entries(BAD_JSON_VALUES).map(([what, json]) => [what, parsed(json)] as const);
const NO_OBJECTS = [null, [], 'text', 1, true, parsed('['.repeat(100_000) + ']'.repeat(100_000))];
const NO_FIELDS = ['{}', '{"__proto__":{"order_id":1}}', '{"constructor":{"prototype":{}}}', '\ufeff{}'].map(
  parsed,
);

describe.each(WITH_BODY)('the body of %s', (name) => {
  const schema = schemasOf(name).body as z.ZodObject;
  const good = GOOD_BODIES[name];

  it('is refused with an impossible value in one field, naming that field', () => {
    for (const path of fieldsOf(good)) {
      for (const [what, value] of BAD_VALUES) {
        // `numbers` is a list of numbers, for which this value is valid.
        if (name === 'explain_device_numbers' && what === 'a list' && path.join() === 'numbers') continue;
        const pointers = refusedFields(schema, withValue(good, path, value)) ?? [];
        const named = pointers.length > 0 && pointers.every((found) => isField(path, found));
        expect({ path, what, pointers, named }).toMatchObject({ named: true });
      }
    }
  });

  it('is refused with a required field missing or null, naming that field', () => {
    for (const path of fieldsOf(good)) {
      for (const value of [undefined, null]) {
        const pointers = refusedFields(schema, withValue(good, path, value));
        if (pointers === null) continue;
        // A list without its only item is invalid as well.
        const of_list = value === undefined && /^\d+$/.test(path.at(-1) ?? '');
        const named = [pointerOf(path), ...(of_list ? [pointerOf(path.slice(0, -1))] : [])];
        expect(named.map((one) => [one])).toContainEqual(pointers);
      }
    }
  });

  it('is refused with a text that is not a number, instant or identifier, naming that field', () => {
    for (const path of fieldsOf(good)) {
      for (const text of BAD_TEXTS) {
        const pointers = refusedFields(schema, withValue(good, path, text)) ?? [];
        expect({ path, text, others: pointers.filter((found) => !isField(path, found)) }).toMatchObject({
          others: [],
        });
      }
    }
  });

  it('is refused if it is not an object or has none of the fields', () => {
    for (const body of NO_OBJECTS) expect(refusedFields(schema, body)).toEqual(['']);
    for (const body of NO_FIELDS) expect(refusedFields(schema, body)?.length).toBeGreaterThan(0);
  });

  it('drops unknown fields', () => {
    const more = { is_admin: true, permissions: ['all'], role: 'Admin', disabled_at: null, created_at: 0 };
    expect(schema.parse({ ...more, ...good })).toEqual(schema.parse(good));
  });

  it('is parsed or refused, with any content (property)', () => {
    const path = fc.constantFrom([], ...fieldsOf(good));
    fc.assert(
      fc.property(path, ANY_VALUE, (at, value) => void refusedFields(schema, withValue(good, at, value))),
      { numRuns: 20 },
    );
  });
});

describe.each(NAMES.filter((name) => schemasOf(name).query))('the query of %s', (name) => {
  const schema = schemasOf(name).query as z.ZodObject;
  const fields = Object.keys(schema.shape);
  const refusedIn = (query: string) =>
    refusedFields(schema, new HonoRequest(new Request(`http://localhost/${query}`)).query(), '/query');

  it('is refused with a bad value, naming its parameter', () => {
    for (const field of fields) {
      for (const text of ['', ...BAD_ESCAPES]) {
        if (isFreeText(name, field, text)) continue;
        const others = new URLSearchParams(GOOD_QUERIES[name]);
        others.delete(field);
        const pointers = refusedIn(`?${field}=${text}&${others}`);
        expect({ field, text, pointers }).toEqual({ field, text, pointers: [`/query/${field}`] });
      }
    }
  });

  it('is validated by the first of repeated parameters', () => {
    const good = GOOD_QUERIES[name]?.slice(1) ?? '';
    for (const field of fields) {
      for (const query of [`?${field}=%00&${good}`, `?${field}=%00&${field}=1`]) {
        expect(refusedIn(query)).toContain(`/query/${field}`);
      }
    }
  });
});

describe('a delivery is refused with', () => {
  const { body } = ENDPOINT_SCHEMAS.confirm_delivery;
  const refusedWith = (field: string, value: unknown) => [
    ...new Set(refusedFields(body, withValue(GOOD_BODIES.confirm_delivery, [field], value))),
  ];

  it.each([
    '-infinity',
    '+275760-09-13T00:00:00.000Z',
    '275760-09-13T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-11-20T10:00:61Z',
    '2026-11-20T10:00:00+24:00',
    '2026-11-20',
    `2026-11-20T10:00:00.${'9'.repeat(1_000)}Z`,
    1_795_000_000_000,
  ])('%s as the time', (occurred_at) => {
    expect(refusedWith('occurred_at', occurred_at)).toEqual(['/occurred_at']);
  });

  it.each([4_000_000_000_001, -4_000_000_000_001, 2 ** 53, -(2 ** 63), 1e300, 0.5, '0'])(
    '%s as the clock offset',
    (clock_offset_ms) => {
      expect(refusedWith('clock_offset_ms', clock_offset_ms)).toEqual(['/clock_offset_ms']);
    },
  );

  it.each([-1, 0.5, MAX_AMOUNT_FILS + 1, 2 ** 31, 2 ** 53, 2 ** 63, 1e300, '14500', null, true])(
    '%s as the amount',
    (due_amount_fils) => {
      expect(refusedWith('due_amount_fils', due_amount_fils)).toEqual(['/due_amount_fils']);
    },
  );

  it.each(['', '   ', '\u00a0\u2003', 'x'.repeat(201), 'a\u0000b', 'half a 💩'.slice(0, -1)])(
    '%j as the customer name',
    (customer_name) => {
      expect(refusedWith('customer_name', customer_name)).toEqual(['/customer_name']);
    },
  );
});
