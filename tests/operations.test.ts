import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AUDITED } from '../contract/operations/audited.ts';
import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { operationTables } from '../scripts/operation-tables.mjs';

const definitions: [string, Endpoint][] = Object.entries(ENDPOINTS);

describe('the tables of operations', () => {
  it('contain every definition and route (`npm run operations` writes them)', async () => {
    for (const [path, text] of Object.entries(await operationTables())) {
      expect(await readFile(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text);
    }
  });
});

describe('a definition', () => {
  it('has a unique method and path', () => {
    const addresses = definitions.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(definitions.filter(([, { method }]) => method === 'get'))(
    '%s shows topics and changes nothing',
    (_name, { shows = [], touches = [], grants = [], audit, durable }) => {
      expect(shows).not.toEqual([]);
      expect({ touches, grants, audit, durable }).toEqual({ touches: [], grants: [] });
    },
  );

  it.each(definitions.filter(([, { command }]) => command))(
    '%s declares its audit row and its topics',
    (_name, { audit, audited_as = [], touches = [] }) => {
      expect(audit ?? audited_as[0]).toBeDefined();
      for (const what of audited_as) expect(AUDITED).toHaveProperty(what);
      expect(touches).not.toEqual([]);
    },
  );

  it.each(definitions)('%s has a sample body if and only if its schema has one', (name, { sample }) => {
    const schemas: EndpointSchemas = ENDPOINT_SCHEMAS[name as EndpointName];
    expect(sample?.body !== undefined).toBe(schemas.body !== undefined);
  });

  it('is durable on the device only if it is a command', () => {
    for (const [name, { durable, command }] of definitions)
      expect({ name, command }).toEqual({ name, command: durable ? true : command });
  });
});
