import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { Tables } from '../platform/database/database.ts';
import { auditEvent, PERSONAL_FIELDS } from './audit-event.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const by = {
  author: { kind: 'operator', account: 'root' },
  shop_id: 1,
  origin: null,
  command_id: null,
  newId,
} as const;
const change = { what: 'try_it', subject_id: 1, before: null, after: null };

it.each(PERSONAL_FIELDS)('takes no value of %s, before or after', (field) => {
  const facts = { [field]: 'Layla' };
  expect(() => auditEvent(db, by, { ...change, before: facts })).toThrow(field);
  expect(() => auditEvent(db, by, { ...change, after: facts })).toThrow(field);
});

it('takes the names of personal fields', () => {
  const { parameters } = auditEvent(db, by, { ...change, personal_fields: ['email'] }).compile();
  expect(parameters).toContainEqual(['email']);
});
