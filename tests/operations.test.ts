import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AUDITED } from '../contract/operations/audited.ts';
import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINTS } from '../contract/operations/endpoints.ts';
import { operationTables } from '../scripts/operation-tables.mjs';

const definitions: [string, Endpoint][] = Object.entries(ENDPOINTS);

describe('the tables of operations', () => {
  it('contain every definition: if not, `npm run operations` writes them', async () => {
    for (const [name, text] of Object.entries(await operationTables())) {
      const path = new URL(`../contract/operations/${name}`, import.meta.url);
      expect(await readFile(path, 'utf8')).toBe(text);
    }
  });
});

describe('a definition', () => {
  it('has an address of its own', () => {
    const addresses = definitions.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(definitions.filter(([, { method }]) => method === 'get'))(
    '%s shows topics and changes nothing',
    (_name, { shows = [], touches = [], writes = [], audit, durable }) => {
      expect(shows).not.toEqual([]);
      expect({ touches, writes, audit, durable }).toEqual({ touches: [], writes: [] });
    },
  );

  it.each(definitions.filter(([, { command }]) => command))(
    '%s declares its audit row, its topics and a sample',
    (_name, { audit, audited_as = [], touches = [], sample }) => {
      expect(audit ?? audited_as[0]).toBeDefined();
      for (const what of audited_as) expect(AUDITED).toHaveProperty(what);
      expect(touches).not.toEqual([]);
      expect(sample?.body).toBeDefined();
    },
  );

  it('is sent from the device only where it happens once', () => {
    for (const [name, { durable, command }] of definitions)
      expect({ name, command }).toEqual({ name, command: durable ? true : command });
  });
});
