import { PAYMENT_LABELS, TENDER_LABELS } from '../../../contract/labels/order-labels.ts';
import { formatMoney, isFils } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { Refund } from '../../../contract/rules/orders/order-life.ts';
import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import { isNotToHandOver, isWaiting } from '../../../contract/rules/orders/waiting-orders.ts';
import type { OrderStory } from '../../orders/lists/shop-order-list.ts';
import { oneLine } from '../terminal/print.ts';
import { WAITS } from '../terminal/refusal.ts';
import { stopEventTexts } from './stop-event-text.ts';

/** Formats an order's whole story as lines of text, with timestamps in the shop's time zone. */
export function orderStoryText(story: OrderStory, time_zone: string): string {
  const at = (instant: Date) => formatDateTime(instant, time_zone);
  const assignments = story.assignments.map((row) => assignmentLine(row, at));
  const confirmations = story.confirmations.map((row) => confirmationLine(row, at));
  const history = story.history.map((row) => historyLine(row, story, at));
  return [
    ...orderLines(story.order, at),
    ...section('Items', story.items.map(itemLine)),
    ...section('Assigned to', assignments),
    ...section('Delivery', confirmations),
    ...section('History', history),
  ]
    .map(oneLine)
    .join('\n');
}

type At = (instant: Date) => string;

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

const REFUNDED: Record<Refund, string> = { full: 'the whole order', part: 'a part' };

function orderLines(order: OrderStory['order'], at: At): string[] {
  const method = PAYMENT_LABELS.english[paymentChoice(order)];
  const pairs: [label: string, value: string | null][] = [
    ['Status', order.status],
    ['Driver', order.driver ?? '—'],
    ['Ordered', at(order.created_at)],
    ['Erased', order.erased_at && `${at(order.erased_at)}, by the shop's setting`],
    ['Customer', `${order.first_name} ${order.last_name}`.trim()],
    ['Phone', order.phone ?? '—'],
    ['Address', order.delivery_address],
    ['Notes', order.notes],
    ['Payment', `${method}, ${order.payment_status}`],
    ['Waiting', isWaiting(order) ? reasonOf(order) : null],
    ['Do not hand over', isNotToHandOver(order) ? reasonOf(order) : null],
    ['Total', formatMoney(order.total_amount_fils)],
    ['Due on delivery', formatMoney(order.due_amount_fils)],
    ['Refunded', order.refund && REFUNDED[order.refund]],
    ['Delivered', order.actual_delivery_time && at(order.actual_delivery_time)],
  ];
  const shown = pairs.filter(([, value]) => value !== null);
  return [`Order ${order.order_number}`, ...shown.map(([label, value]) => `  ${label.padEnd(16)} ${value}`)];
}

function reasonOf({ waits_because }: OrderStory['order']): string | null {
  return waits_because && WAITS[waits_because];
}

function itemLine(item: OrderStory['items'][number]): string {
  const { name, sku, qty, picked_qty, unit_price_fils, line_total_fils } = item;
  const quantity = picked_qty === null || picked_qty === qty ? `${qty}` : `${picked_qty} of ${qty}`;
  return `${quantity} x ${name} (${sku ?? '—'}) at ${formatMoney(unit_price_fils)} = ${formatMoney(line_total_fils)}`;
}

function assignmentLine({ driver, assigned_at, ended_at }: OrderStory['assignments'][number], at: At) {
  return `${driver}, from ${at(assigned_at)}${ended_at ? ` to ${at(ended_at)}` : ''}`;
}

function confirmationLine(row: OrderStory['confirmations'][number], at: At): string {
  const conflict = row.conflict && `CONFLICT (${row.conflict.replaceAll('_', ' ')})`;
  const what = row.outcome === 'delivered' ? ['delivered', conflict].filter(Boolean).join(', ') : conflict;
  const taken = row.tender
    ? `${formatMoney(row.collected_fils)} by ${TENDER_LABELS.english[row.tender].toLowerCase()}`
    : 'nothing collected';
  return `${at(row.delivered_at)} ${what}: ${row.driver} to ${row.customer_name}, ${taken}, recorded ${at(row.recorded_at)}`;
}

function historyLine(event: OrderStory['history'][number], story: OrderStory, at: At): string {
  const details = stopEventTexts(event, at) ?? detailTexts(event.detail, story);
  return `${at(event.recorded_at)} ${[event.kind.replaceAll('_', ' '), ...details].join(', ')} (${actorOf(event)})`;
}

function actorOf({ by, operator }: OrderStory['history'][number]): string {
  return by ?? (operator === null ? "the shop's system" : `operator ${operator}`);
}

/** Formats all details of an event with their names; a driver's id as the driver's name. */
function detailTexts(detail: OrderStory['history'][number]['detail'], { assignments }: OrderStory): string[] {
  if (detail === null || typeof detail !== 'object' || Array.isArray(detail)) return [];
  const { from, to, driver_id, steps, taken, refused, ...others } = detail;
  const driver = assignments.find((row) => row.driver_id === driver_id)?.driver;
  return [
    ...(to === undefined ? [] : [`${String(from)} to ${String(to)}`]),
    ...(driver_id === undefined ? [] : [driver ?? `driver ${String(driver_id)}`]),
    ...Object.entries({ ...others, ...(isObject(taken) ? taken : {}) }).map(named),
    ...(Array.isArray(refused) ? refused.flatMap((line) => (isObject(line) ? [refusedText(line)] : [])) : []),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function refusedText({ name, qty, because }: Record<string, unknown>): string {
  return `refused ${String(qty)} x ${String(name)}, ${String(because).replaceAll('_', ' ')}`;
}

function named([name, value]: [name: string, value: unknown]): string {
  const words = name.replaceAll('_', ' ');
  const is_money = name.endsWith('_fils') && isFils(value);
  return is_money ? `${words.slice(0, -' fils'.length)} ${formatMoney(value)}` : `${words} ${String(value)}`;
}
