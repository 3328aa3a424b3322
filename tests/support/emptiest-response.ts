import type { z } from 'zod';
import { ENDPOINT_SCHEMAS } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointName } from '../../contract/operations/endpoints.ts';

/** A schema's emptiest value is the first of these that it accepts. */
const VALUES = [
  undefined,
  null,
  [],
  {},
  0,
  1,
  false,
  // A text that is also a valid time zone.
  'UTC',
  '2026-11-20',
  '2026-11-20T08:00:00.000Z',
  '01975a00-0000-7000-8000-000000000001',
  '0'.repeat(64),
];

/** Returns the emptiest response that the schema accepts: empty lists, zeros, null where allowed. */
export function emptiestResponse(name: EndpointName): unknown {
  return emptiest(ENDPOINT_SCHEMAS[name].response);
}

function emptiest(schema: z.core.$ZodType): unknown {
  for (const value of VALUES) {
    const { success, data } = (schema as z.ZodType).safeParse(value);
    if (success) return data;
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') {
    return Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, emptiest(field)]));
  }
  if (def.type === 'enum') return Object.values(def.entries)[0];
  if (def.type === 'literal') return def.values[0];
  if (def.type === 'union' && def.options[0]) return emptiest(def.options[0]);
  throw new Error(`No emptiest value of type ${def.type} is known`);
}
