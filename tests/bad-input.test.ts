import type { z } from '@hono/zod-openapi';
import fc from 'fast-check';
import { HonoRequest } from 'hono/request';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../contract/rules/endpoints.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/schemas/endpoint-schemas.ts';
import { parsePart } from '../server/platform/http/endpoint.ts';
import { parseJson } from '../server/platform/http/read-body.ts';
import { Problem } from '../server/platform/problem.ts';
import {
  BAD_ESCAPES,
  BAD_JSON_VALUES,
  BAD_TEXTS,
  fieldsOf,
  GOOD_BODIES,
  GOOD_QUERIES,
  isField,
  isFreeText,
  pointerOf,
  withValue,
} from './support/bad-values.ts';

/** The schemas of all endpoints refuse every bad value and name its field. `bad-input.db.test.ts` sends requests. */

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const WITH_BODY = Object.keys(GOOD_BODIES) as (keyof typeof GOOD_BODIES)[];
const schemasOf = (name: EndpointName): EndpointSchemas => ENDPOINT_SCHEMAS[name];

/** The pointers of the fields that the schema refuses; null when it accepts the value. */
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

it('every endpoint with a body has a valid one here, and no other endpoint', () => {
  expect(NAMES.filter((name) => schemasOf(name).body)).toEqual(
    NAMES.filter((name) => WITH_BODY.some((known) => known === name)),
  );
  for (const name of WITH_BODY) {
    expect(schemasOf(name).body?.safeParse(GOOD_BODIES[name]).success).toBe(true);
  }
});

const ANY_VALUE = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 } as object);
const BAD_VALUES = Object.entries(BAD_JSON_VALUES).map(([what, json]) => [what, parsed(json)] as const);
const NO_OBJECTS = [null, [], 'text', 1, true, parsed('['.repeat(100_000) + ']'.repeat(100_000))];
const NO_FIELDS = [
  '{}',
  '{"__proto__":{"order_id":1}}',
  '{"constructor":{"prototype":{}}}',
  '\ufeff{}',
].map(parsed);

describe.each(WITH_BODY)('the body of %s', (name) => {
  const schema = schemasOf(name).body as z.ZodObject;
  const good = GOOD_BODIES[name];

  it('is refused with an impossible value in one field, naming that field', () => {
    for (const path of fieldsOf(good)) {
      for (const [what, value] of BAD_VALUES) {
        // This field is a list of numbers.
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
        // Without its only item the list is invalid.
        const of_list = value === undefined && /^\d+$/.test(path.at(-1) ?? '');
        const named = [pointerOf(path), ...(of_list ? [pointerOf(path.slice(0, -1))] : [])];
        expect(named.map((one) => [one])).toContainEqual(pointers);
      }
    }
  });

  it('is refused with a text that is no number, instant or identifier, naming that field', () => {
    for (const path of fieldsOf(good)) {
      for (const text of BAD_TEXTS) {
        const pointers = refusedFields(schema, withValue(good, path, text)) ?? [];
        expect({ path, text, others: pointers.filter((found) => !isField(path, found)) }).toMatchObject({
          others: [],
        });
      }
    }
  });

  it('is refused when it is no object, and when it has none of the fields', () => {
    for (const body of NO_OBJECTS) expect(refusedFields(schema, body)).toEqual(['']);
    for (const body of NO_FIELDS) expect(refusedFields(schema, body)?.length).toBeGreaterThan(0);
  });

  it('has only its own fields', () => {
    const more = { is_admin: true, permissions: ['all'], role: 'Admin', disabled_at: null, created_at: 0 };
    expect(schema.parse({ ...more, ...good })).toEqual(schema.parse(good));
  });

  it('is parsed or refused, whatever it is (property)', () => {
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

  it('is judged by the first of repeated parameters', () => {
    const good = GOOD_QUERIES[name]?.slice(1) ?? '';
    for (const field of fields) {
      for (const query of [`?${field}=%00&${good}`, `?${field}=%00&${field}=1`]) {
        expect(refusedIn(query)).toContain(`/query/${field}`);
      }
    }
  });
});
