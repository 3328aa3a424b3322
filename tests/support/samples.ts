import type { Endpoint, Sample } from '../../contract/operations/definition.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName } from '../../contract/operations/endpoints.ts';

type Table = typeof ENDPOINT_SCHEMAS;
export type WithBody = {
  [Name in keyof Table]: Table[Name] extends { body: unknown } ? Name : never;
}[keyof Table];

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const sampleOf = (name: EndpointName): Sample => (ENDPOINTS[name] as Endpoint).sample ?? {};

/** Operations with a request body. */
export const WITH_BODY = NAMES.filter((name): name is WithBody => 'body' in ENDPOINT_SCHEMAS[name]);

/** The sample bodies of the definitions. The schemas accept them, but the records in them do not exist. */
export const GOOD_BODIES = Object.fromEntries(WITH_BODY.map((name) => [name, sampleOf(name).body])) as Record<
  WithBody,
  Record<string, unknown>
>;

/** The query of each operation that needs one. */
export const GOOD_QUERIES: Partial<Record<EndpointName, string>> = Object.fromEntries(
  NAMES.map((name) => [name, sampleOf(name).query]).filter(([, query]) => query !== undefined),
);

/**
 * Replaces values of a sample by those of existing records: `recordOf` returns the value for a field, or
 * undefined to keep it.
 */
export function withRecords(sample: unknown, recordOf: (field: string, was: unknown) => unknown): unknown {
  if (Array.isArray(sample)) return sample.map((one) => withRecords(one, recordOf));
  if (sample === null || typeof sample !== 'object') return sample;
  return Object.fromEntries(
    Object.entries(sample).map(([field, was]) => [field, recordOf(field, was) ?? withRecords(was, recordOf)]),
  );
}

/**
 * Returns a sample's query, such as `?order_id=…`, with existing records where the schema accepts them:
 * `before` is a day of one list and an ID of another.
 */
export function queryWithRecords(name: EndpointName, recordOf: (field: string) => unknown): string {
  const { query: schema }: EndpointSchemas = ENDPOINT_SCHEMAS[name];
  let query = Object.fromEntries(new URLSearchParams(GOOD_QUERIES[name]));
  for (const field of Object.keys(schema?.shape ?? {})) {
    const record = recordOf(field);
    const named = { ...query, [field]: String(record) };
    if (record !== undefined && schema?.safeParse(named).success) query = named;
  }
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}
