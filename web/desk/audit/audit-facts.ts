import { t } from '@lingui/core/macro';
import type {
  AuditEventDetail,
  AuditFacts,
} from '../../../contract/operations/desk/audit/read-audit-event.schema.ts';
import { formatDate, formatDateTime } from '../../../contract/rules/dates.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import { formatMoney, isFils } from '../../../contract/rules/money.ts';
import { ORDER_STATUSES } from '../../../contract/rules/order-life.ts';
import { isRole } from '../../../contract/rules/roles.ts';
import { type NameMeaning, STATUS_MEANINGS } from '../../../contract/rules/source-names.ts';
import { PAYMENT_METHODS, TENDERS } from '../../../contract/rules/tender.ts';
import { orderStatusWords, paymentMethodWords, roleWords, tenderWords } from '../../words/order-words.ts';
import { meaningWords } from '../names/name-words.ts';
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
  const kind = KIND_OF_ID[id];
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
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (id.endsWith('_fils') && isFils(value)) return formatMoney(value);
  const kind = KIND_OF_ID[id];
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

const KIND_OF_ID: Readonly<Record<string, AuditEventDetail['named'][number]['kind']>> = {
  by: 'person',
  driver_id: 'driver',
  driver_ids: 'driver',
  holder_driver_id: 'driver',
  user_id: 'person',
  admin_id: 'person',
  manager_id: 'person',
  staff_user_id: 'person',
  card_machine_id: 'machine',
  order_ids: 'order',
  owner_ids: 'person',
};

function nameOf(kind: string, id: unknown, { named }: Pick<Telling, 'named'>): string | undefined {
  return named.find((one) => one.kind === kind && one.id === String(id))?.name;
}

/** What the product calls it; anything else stays as it was written. */
function wordOf(id: string, word: string): string {
  if (id === 'role') return isRole(word) ? roleWords(word) : word;
  if (id === 'status' || id === 'statuses') return statusWords(word);
  if (id === 'payment_status') return word === 'paid' ? t`Paid` : t`Pending`;
  if (id === 'meanings') return meaningOf(word);
  const tender = TENDERS.find((one) => one === word);
  if (id === 'tender' && tender) return tenderWords(tender);
  const method = PAYMENT_METHODS.find((one) => one === word);
  if (method && !PLAIN.includes(id)) return paymentMethodWords(method);
  if (PLAIN.includes(id)) return word;
  return WORDS[word]?.() ?? word;
}

/** People or stores have written these, or they are names and references. */
const PLAIN: readonly string[] = [
  'name',
  'number',
  'reference',
  'handover_reference',
  'shop_domain',
  'time_zone',
  'order_number',
  'order_numbers',
  'names',
  'external_id',
];

/** Payments and statuses share a meaning where the order is not paid. */
function meaningOf(word: string): string {
  const kind = STATUS_MEANINGS.some((one) => one === word && one !== 'unpaid') ? 'status' : 'payment';
  return meaningWords(kind, word as NameMeaning);
}

function statusWords(word: string): string {
  const status = ORDER_STATUSES.find((one) => one === word);
  return status ? orderStatusWords(status) : (WORDS[word]?.() ?? word);
}

const WORDS: Readonly<Record<string, () => string>> = {
  available: () => t`Available`,
  off_duty: () => t`Off duty`,
  waiting: () => t`Waiting`,
  failed: () => t`Failed`,
  begun: () => t`Begun`,
  cut_off: () => t`Cut off`,
  refused: () => t`Refused`,
  server_stopped: () => t`The server stopped`,
  yes: () => t`Yes`,
  done: () => t`Done`,
  listed: () => t`Listed to be looked at`,
  delivered: () => t`Delivered`,
  recorded_with_conflict: () => t`Recorded with a conflict`,
  cancelled: () => t`Cancelled`,
  reassigned: () => t`Reassigned`,
  already_delivered: () => t`Already delivered`,
  not_out_for_delivery: () => t`Not out for delivery`,
  amount_changed: () => t`The amount had changed`,
  issue: () => t`Safe to admin`,
  return: () => t`Admin to safe`,
  local: () => t`This session`,
  global: () => t`Every session`,
  others: () => t`All other sessions`,
  signed_out: () => t`Signed out`,
  everything: () => t`Everything`,
  marking: () => t`Marking as paid`,
  'order-deliveries': () => t`Deliveries`,
  'cash-handovers': () => t`Cash handovers`,
  'bank-deposits': () => t`Bank deposits`,
  added: () => t`Added`,
  updated: () => t`Corrected`,
  unchanged: () => t`As it was`,
  not_taken: () => t`Not taken`,
};
