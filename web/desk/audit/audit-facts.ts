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
import { label } from '../../messages/label.ts';
import { factName } from './audit-fact-names.ts';
import { exportedViewText } from './audit-messages.ts';

export type FactRow = { id: string; name: string; before: string | null; after: string | null };

/** One order of a bulk action. */
export type OrderRow = {
  order_id: string;
  number: string;
  status: readonly [before: string, after: string];
  driver: readonly [before: string, after: string];
};

type EventFacts = Pick<AuditEventDetail, 'before' | 'after' | 'named'>;
type Value = AuditFacts[string] | undefined;

/** Returns an event's facts before and after it; null if one side does not have the fact. */
export function factRows({ before, after, named }: EventFacts, time_zone: string): FactRow[] {
  const is_bulk = isBulk({ before, after });
  const ids = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const textOf = (id: string, value: Value) =>
    value === undefined ? null : factValueText(id, value, { named, time_zone });
  return ids
    .filter((id) => !(is_bulk && BULK_FACTS.includes(id)))
    .filter((id) => !isBareId(id, before?.[id], named) && !isBareId(id, after?.[id], named))
    .map((id) => ({
      id,
      name: factName(id),
      before: textOf(id, before?.[id]),
      after: textOf(id, after?.[id]),
    }));
}

/** Returns the ids that have no name; they are shown for support. */
export function unnamedIds({
  before,
  after,
  named,
}: EventFacts): { id: string; name: string; value: string }[] {
  return Object.entries({ ...before, ...after }).flatMap(([id, value]) =>
    isBareId(id, value, named) ? [{ id, name: factName(id), value: String(value) }] : [],
  );
}

function isBareId(id: string, value: Value, named: EventFacts['named']): boolean {
  if (typeof value !== 'string' || !UUID.test(value)) return false;
  const kind = RECORD_OF_FACT[id];
  return kind === undefined || nameOf(kind, value, { named }) === undefined;
}

const BULK_FACTS = ['order_ids', 'statuses', 'driver_ids'];

function isBulk({ before }: Pick<EventFacts, 'before' | 'after'>): boolean {
  return Array.isArray(before?.order_ids);
}

/** Returns a row for each order of a bulk action; none for any other event. */
export function orderRows({ before, after, named }: EventFacts): OrderRow[] {
  if (!isBulk({ before, after })) return [];
  const list = (facts: AuditFacts | null, id: string) => {
    const value = facts?.[id];
    return Array.isArray(value) ? value : [];
  };
  const context = { named, time_zone: 'UTC' };
  const pair = (id: string, at: number) =>
    [list(before, id)[at], list(after, id)[at]].map((one) =>
      one === undefined ? '—' : factValueText(id, one === 'nobody' ? null : one, context),
    ) as [string, string];
  return list(before, 'order_ids').map((order_id, at) => ({
    order_id: String(order_id),
    number: nameOf('order', order_id, context) ?? String(order_id),
    status: pair('statuses', at),
    driver: pair('driver_ids', at),
  }));
}

type FactContext = Pick<AuditEventDetail, 'named'> & { time_zone: string };

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a fact: amounts as money, times in the shop's time zone, ids by the name of their record. */
export function factValueText(id: string, value: Exclude<Value, undefined>, context: FactContext): string {
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((one) => factValueText(id, one, context)).join(', ');
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return label(FLAG_LABELS, value ? 'yes' : 'no');
  if (id.endsWith('_fils') && isFils(value)) return formatMoney(value);
  const kind = RECORD_OF_FACT[id];
  if (kind) return nameOf(kind, value, context) ?? (kind === 'driver' ? t`Driver ${value}` : String(value));
  const text = String(value);
  if (id === 'filters') return filterText(text, context);
  if (id === 'report') return exportedViewText(text);
  if (INSTANT.test(text) && Number.isFinite(Date.parse(text))) return formatDateTime(text, context.time_zone);
  if (DAY.test(text)) return formatDate(`${text}T12:00:00Z`, 'UTC');
  return typeof value === 'string' ? wordOf(id, value) : text;
}

/** Formats one filter of an export, for example `user_id=…`. */
function filterText(text: string, context: FactContext): string {
  const [, id = '', value = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
  return id === '' ? text : `${factName(id)}: ${factValueText(id, value, context)}`;
}

function nameOf(kind: string, id: unknown, { named }: Pick<FactContext, 'named'>): string | undefined {
  return named.find((one) => one.kind === kind && one.id === String(id))?.name;
}

/** Returns the label of a listed value; any other text unchanged. */
function wordOf(id: string, word: string): string {
  const list = listOfFactValue(id, word);
  return list ? label(list, word) : word;
}
