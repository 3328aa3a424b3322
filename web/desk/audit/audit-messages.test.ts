import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { AUDITED, auditRowNamesOfKind } from '../../../contract/operations/audited.ts';
import { AUDIT_KINDS } from '../../../contract/rules/audit/audit-kinds.ts';
import { AUDIT_SUBJECTS } from '../../../contract/schemas/audit.ts';
import { auditPath, NO_FILTERS, readAuditAddress } from './audit-address.ts';
import { factRows, factValueText, orderRows } from './audit-facts.ts';
import { actionText, auditKindText, subjectText } from './audit-messages.ts';

const FACTS = { named: [{ kind: 'driver' as const, id: '3', name: 'Omar Aziz' }], time_zone: 'Asia/Dubai' };

test.each(Object.keys(AUDITED))('%s has its own label', (what) => {
  expect(actionText(what)).toMatch(/^[A-Z][\p{L}' -]+$/u);
  expect(actionText(what)).not.toBe(what.replaceAll('_', ' '));
});

test('audit rows written only by the database have labels, and every row belongs to a kind', () => {
  const schema = readFileSync(new URL('../../../database/schema.sql', import.meta.url), 'utf8');
  const written = [...schema.matchAll(/insert into audit_events[^;]*?'(?:server|shopify)', '(\w+)'/g)];
  expect(written.map(([, what]) => what).toSorted()).toEqual(['end_session', 'stop_store']);
  for (const [, what = ''] of written) expect(AUDITED).toHaveProperty(what);
  expect(AUDIT_KINDS.flatMap(auditRowNamesOfKind).toSorted()).toEqual(Object.keys(AUDITED).toSorted());
  expect(AUDIT_KINDS.map(auditKindText)).not.toContain(undefined);
});

test('every kind of subject has a text, and unknown actions and unnamed devices have a fallback', () => {
  for (const kind of AUDIT_SUBJECTS) {
    expect(subjectText({ kind, id: null, name: 'X-1', count: 2 })).toMatch(/X-1|2 orders/);
  }
  expect(subjectText({ kind: 'device', id: null, name: null, count: null })).toBe('Unnamed device');
  expect(actionText('paint_van')).toBe('paint van');
});

describe('facts', () => {
  it.each([
    ['collected_fils', 14_500, 'AED 145.00'],
    ['delivered_at', '2026-11-20T21:30:00.000Z', 'Nov 21, 2026 01:30'],
    ['deposit_date', '2026-11-20', '20 Nov 2026'],
    ['driver_id', 3, 'Omar Aziz'],
    ['driver_id', 4, 'Driver 4'],
    ['driver_id', null, '—'],
    ['status', 'dispatching', 'Dispatching'],
    ['status', 'off_duty', 'Off duty'],
    ['tender', 'card_machine', 'Card machine'],
    ['cash_posted', true, 'Yes'],
    ['order_numbers', ['1001', '1002'], '1001, 1002'],
    ['name', 'cash', 'cash'],
    ['tabby', 'online', 'Online'],
    ['report', 'book', 'Cash by day'],
    ['filters', ['driver_id=3', 'late=yes'], 'Driver: Omar Aziz, late: Yes'],
  ] as const)('%s %s is formatted as %s', (id, value, words) => {
    expect(factValueText(id, Array.isArray(value) ? [...value] : (value as string), FACTS)).toBe(words);
  });

  it('lists values before and after, and a bulk action order by order', () => {
    const moved = { before: { status: 'packed' }, after: { status: 'dispatching', stands: true }, named: [] };
    expect(factRows(moved, 'UTC')).toEqual([
      { id: 'status', name: 'Status', before: 'Packed', after: 'Dispatching' },
      { id: 'stands', name: 'In effect', before: null, after: 'Yes' },
    ]);
    expect(orderRows(moved)).toEqual([]);
    const many = {
      before: { order_ids: ['a'], statuses: ['packed'], driver_ids: ['nobody'] },
      after: { statuses: ['packed'], driver_ids: [3] },
      named: [...FACTS.named, { kind: 'order' as const, id: 'a', name: '1001' }],
    };
    expect(factRows(many, 'UTC')).toEqual([]);
    expect(orderRows(many)).toEqual([
      { order_id: 'a', number: '1001', status: ['Packed', 'Packed'], driver: ['—', 'Omar Aziz'] },
    ]);
  });
});

test('the address keeps the filters of the list', () => {
  const id = '01936d2c-0000-7000-8000-000000000001';
  const address = {
    period: { from: '2026-11-01', to: '2026-11-30' },
    by: id,
    kind: 'cash',
    about: '#1001',
  } as const;
  const path = auditPath(address, id);
  expect(path.startsWith(`/desk/audit/${id}?`)).toBe(true);
  expect(readAuditAddress(path.slice(path.indexOf('?')))).toEqual(address);
  expect(readAuditAddress('?by=root&kind=x&period=never')).toEqual(NO_FILTERS);
  expect(auditPath({ period: { preset: 'today' } })).toBe('/desk/audit?period=today');
});
