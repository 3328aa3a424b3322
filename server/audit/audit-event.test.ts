import { expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { auditEvent, PERSONAL_FIELDS } from './audit-event.ts';

const by = {
  author: { kind: 'operator', account: 'root' },
  shop_id: 1,
  origin: null,
  command_id: null,
  newId,
} as const;
const change = { what: 'move_order', subject_id: 1, before: null, after: null } as const;

it.each(PERSONAL_FIELDS)(
  'rejects a value of the personal field %s in the state before or after a change',
  (field) => {
    const facts = { [field]: 'Layla' };
    expect(() => auditEvent(by, { ...change, before: facts })).toThrow(field);
    expect(() => auditEvent(by, { ...change, after: facts })).toThrow(field);
  },
);

it('accepts the names of changed personal fields', () => {
  const row = auditEvent(by, { ...change, personal_fields: ['email'] });
  expect(row.personal_fields).toEqual(['email']);
});
