import { t } from '@lingui/core/macro';
import { FLAG_LABELS } from '../../../contract/labels/file-labels.ts';
import type {
  AuditEventDetail,
  AuditFacts,
} from '../../../contract/operations/desk/audit/read-audit-event.schema.ts';
import { formatMoney, isFils } from '../../../contract/rules/amounts/money.ts';
import { listOfFactValue, RECORD_OF_FACT } from '../../../contract/rules/audit/audit-facts.ts';
import { formatDate, formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import { label } from '../../words/label.ts';
import { factName } from './audit-fact-names.ts';
import { exportedWords } from './audit-words.ts';

export type FactRow = { id: string; name: string; before: string | null; after: string | null };

/** Of one order among many that were changed at once. */
export type OrderRow = {
  order_id: string;
  number: string;
  status: readonly [before: string, after: string];
  driver: readonly [before: string, after: string];
};

type Told = Pick<AuditEventDetail, 'before' | 'after' | 'named'>;
type Value = AuditFacts[string] | undefined;

/** What an event found and what it left, fact by fact; null where one of them says nothing of it. */
export function factRows({ before, after, named }: Told, time_zone: string): FactRow[] {
  const is_many = isOfMany({ before, after });
  const ids = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const say = (id: string, value: Value) =>
    value === undefined ? null : valueWords(id, value, { named, time_zone });
  return ids
    .filter((id) => !(is_many && OF_MANY.includes(id)))
    .filter((id) => !isBareId(id, before?.[id], named) && !isBareId(id, after?.[id], named))
    .map((id) => ({ id, name: factName(id), before: say(id, before?.[id]), after: say(id, after?.[id]) }));
}

/** Ids that are not called anything: for support. */
export function bareIds({ before, after, named }: Told): { id: string; name: string; value: string }[] {
  return Object.entries({ ...before, ...after }).flatMap(([id, value]) =>
    isBareId(id, value, named) ? [{ id, name: factName(id), value: String(value) }] : [],
  );
}

function isBareId(id: string, value: Value, named: Told['named']): boolean {
  if (typeof value !== 'string' || !UUID.test(value)) return false;
  const kind = RECORD_OF_FACT[id];
  return kind === undefined || nameOf(kind, value, { named }) === undefined;
}

const OF_MANY = ['order_ids', 'statuses', 'driver_ids'];

function isOfMany({ before }: Pick<Told, 'before' | 'after'>): boolean {
  return Array.isArray(before?.order_ids);
}

/** Each order of what was done with many; none for anything else. */
export function orderRows({ before, after, named }: Told): OrderRow[] {
  if (!isOfMany({ before, after })) return [];
  const list = (facts: AuditFacts | null, id: string) => {
    const value = facts?.[id];
    return Array.isArray(value) ? value : [];
  };
  const told = { named, time_zone: 'UTC' };
  const pair = (id: string, at: number) =>
    [list(before, id)[at], list(after, id)[at]].map((one) =>
      one === undefined ? '—' : valueWords(id, one === 'nobody' ? null : one, told),
    ) as [string, string];
  return list(before, 'order_ids').map((order_id, at) => ({
    order_id: String(order_id),
    number: nameOf('order', order_id, told) ?? String(order_id),
    status: pair('statuses', at),
    driver: pair('driver_ids', at),
  }));
}

type Telling = Pick<AuditEventDetail, 'named'> & { time_zone: string };

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A fact in the shop's words: amounts by the one formatter, times in its zone, ids by what they are called. */
export function valueWords(id: string, value: Exclude<Value, undefined>, telling: Telling): string {
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((one) => valueWords(id, one, telling)).join(', ');
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return label(FLAG_LABELS, value ? 'yes' : 'no');
  if (id.endsWith('_fils') && isFils(value)) return formatMoney(value);
  const kind = RECORD_OF_FACT[id];
  if (kind) return nameOf(kind, value, telling) ?? (kind === 'driver' ? t`Driver ${value}` : String(value));
  const text = String(value);
  if (id === 'filters') return filterWords(text, telling);
  if (id === 'report') return exportedWords(text);
  if (INSTANT.test(text) && Number.isFinite(Date.parse(text))) return formatDateTime(text, telling.time_zone);
  if (DAY.test(text)) return formatDate(`${text}T12:00:00Z`, 'UTC');
  return typeof value === 'string' ? wordOf(id, value) : text;
}

/** What an export was narrowed to: `user_id=…`. */
function filterWords(text: string, telling: Telling): string {
  const [, id = '', value = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
  return id === '' ? text : `${factName(id)}: ${valueWords(id, value, telling)}`;
}

function nameOf(kind: string, id: unknown, { named }: Pick<Telling, 'named'>): string | undefined {
  return named.find((one) => one.kind === kind && one.id === String(id))?.name;
}

/** What the product calls it; anything else stays as it was written. */
function wordOf(id: string, word: string): string {
  const list = listOfFactValue(id, word);
  return list ? label(list, word) : word;
}
