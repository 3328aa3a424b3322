import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { ShopifyStatus } from '../../shopify/shopify-status.ts';
import {
  MARKING_SCOPE,
  neededOf,
  type StoreCheck,
  type StoreTrial,
} from '../../shopify/store/check-store.ts';
import { oneLine } from '../terminal/print.ts';

const NOT_MARKED = `Paid orders are not marked as paid in the store: the app lacks the scope ${MARKING_SCOPE}`;

export function connectedText(
  { shop_id, shop_domain }: { shop_id: number; shop_domain: string },
  { missing_scopes, webhook_url, webhooks_problem }: StoreCheck,
): string {
  return [
    `Connected ${shop_domain} to shop ${shop_id}`,
    webhook_url === null
      ? `Webhooks are NOT subscribed: ${webhooks_problem}. Until they are, the server reads orders every 15 minutes`
      : `Webhooks are subscribed at ${webhook_url}`,
    ...(missing_scopes.includes(MARKING_SCOPE) ? [NOT_MARKED] : []),
  ].join('\n');
}

export function storeTrialText(trial: StoreTrial): string {
  const { shop_domain, missing_scopes } = trial;
  return [
    `${shop_domain} accepts the credentials`,
    ...(neededOf(missing_scopes).length === 0 ? ['Scopes: complete'] : []),
    ...scopeLines(trial),
    trialWebhooksLine(trial),
  ].join('\n');
}

function trialWebhooksLine({ webhook_url, missing_topics, webhooks_problem }: StoreTrial): string {
  if (webhook_url === null) return `Webhooks MISSING: ${webhooks_problem}`;
  if (missing_topics.length === 0) return `Webhooks: all are subscribed at ${webhook_url}`;
  return `Webhooks MISSING at ${webhook_url}: ${missing_topics.join(', ')}; the server restores them within 15 minutes`;
}

/**
 * Formats the status of a shop's store connection as lines of text, with timestamps in the shop's time zone.
 */
export function shopifyStatusText(status: ShopifyStatus, time_zone: string): string {
  const at = (instant: Date) => formatDateTime(instant, time_zone);
  const { waiting, failed, not_taken_total, left_out_total, webhooks_waiting } = status;
  return [
    ...connectionLines(status, at),
    ...unverifiedLines(status, at),
    `Fulfilments: ${waiting} pending, ${failed} failed`,
    ...status.fulfilments.map(
      (row) => `  Order ${row.order_number}: ${row.status} since ${at(row.created_at)}${troubleOf(row, at)}`,
    ),
    ...more(waiting + failed - status.fulfilments.length),
    ...paymentLines(status, at),
    `Orders that could not be imported: ${not_taken_total}`,
    ...status.not_taken.map(
      ({ order_number, webhook_id, reason, told_at }) =>
        `  ${order_number === null ? `Webhook ${webhook_id}` : `Order ${order_number}`}: ${reason} (${at(told_at)})`,
    ),
    ...more(not_taken_total - status.not_taken.length),
    ...(not_taken_total > 0 ? ['  Remove resolved ones with shopify dismiss <order or webhook>'] : []),
    `Orders that are not delivered: ${left_out_total}`,
    ...status.left_out.map(({ order_number, reason }) => `  Order ${order_number}: ${reason}`),
    ...more(left_out_total - status.left_out.length),
    `Newest webhooks (${webhooks_waiting} pending):`,
    ...status.webhooks.map(
      ({ received_at, topic, order_number, outcome, reason }) =>
        `  ${at(received_at)} ${topic} ${order_number ?? '—'}: ${(outcome ?? 'waiting').replaceAll('_', ' ')}${reason ? `, ${reason}` : ''}`,
    ),
  ]
    .map(oneLine)
    .join('\n');
}

type At = (instant: Date) => string;

function paymentLines({ payments, connection }: ShopifyStatus, at: At): string[] {
  const { owed, waiting, listed, failed, rows } = payments;
  const stopped = connection?.marking_refused_because;
  return [
    `Payments to be marked in the store: ${waiting} pending, ${failed} failed, ${listed} need your action`,
    ...(owed > 0 ? [`  ${owed} wait for the rest of the payment`] : []),
    ...(stopped ? [`  Marking is STOPPED: ${stopped}`] : []),
    ...rows.map((row) => `  ${paymentLine(row)} (${at(row.created_at)})`),
    ...more(owed + waiting + listed + failed - rows.length),
  ];
}

function paymentLine(row: ShopifyStatus['payments']['rows'][number]): string {
  const { order_number, status, collected_fils, outstanding_fils, conflict, last_error } = row;
  const { marked_fils, open_fils } = row;
  const collected = `Order ${order_number}: collected ${formatMoney(collected_fils)}`;
  if (status === 'owed')
    return `${collected}, ${formatMoney(open_fils)} is owed or not matched: not marked yet`;
  if (status === 'listed' && marked_fils !== null && outstanding_fils === 0)
    return `${collected}, but ${formatMoney(marked_fils)} was marked as paid in the store`;
  const in_store = outstanding_fils === null ? 'unknown' : formatMoney(outstanding_fils);
  const both = `${collected}, outstanding in the store ${in_store}`;
  const why = conflict ? ', recorded with a conflict' : '';
  const trouble = last_error === null ? '' : `, ${last_error}`;
  return `${both}${why}: ${status === 'listed' ? 'not marked' : status}${trouble}`;
}

function more(count: number): string[] {
  return count > 0 ? [`  and ${count} more; --all lists them`] : [];
}

function connectionLines({ shop_id, connection }: ShopifyStatus, at: At): string[] {
  if (!connection) return [`Shop ${shop_id} is not connected to a Shopify store`];
  const { shop_domain, connected_at, refused_at, refused_because, api_version, unreadable } = connection;
  const details = [...webhookLines(connection), ...scopeLines(connection), ...readLines(connection, at)];
  const connected = `Shop ${shop_id} is connected to ${shop_domain} since ${at(connected_at)} (Admin API ${api_version})`;
  const broken = unreadable === null || unreadable === refused_because ? [] : [`NOT WORKING: ${unreadable}`];
  if (!refused_at) return [connected, ...broken, ...details];
  return [
    connected,
    ...broken,
    `STOPPED at ${at(refused_at)}: ${refused_because}`,
    'Nothing is sent until you run shopify connect with new credentials, or shopify retry',
    ...details,
  ];
}

type ConnectionStatus = NonNullable<ShopifyStatus['connection']>;

function webhookLines({ webhook_url, webhooks_problem, checked_at }: ConnectionStatus): string[] {
  if (webhooks_problem !== null) return [`Webhooks NOT subscribed: ${webhooks_problem}`];
  if (checked_at === null) return ['Webhooks: the server has not connected to the store yet'];
  return [`Webhooks are subscribed at ${webhook_url}`];
}

function scopeLines({ missing_scopes }: Pick<ConnectionStatus, 'missing_scopes'>): string[] {
  const needed = neededOf(missing_scopes ?? []);
  return [
    ...(needed.length > 0 ? [`Scopes MISSING: ${needed.join(', ')}`] : []),
    ...(missing_scopes?.includes(MARKING_SCOPE) ? [NOT_MARKED] : []),
  ];
}

/** Formats the last poll, which finds changes that no webhook reported. */
function readLines({ read_at, read_error }: ConnectionStatus, at: At): string[] {
  const last = read_at === null ? 'not yet' : `last at ${at(read_at)}`;
  return [`Orders polled: ${last}${read_error === null ? '' : `; then: ${read_error}`}`];
}

function unverifiedLines({ unverified }: ShopifyStatus, at: At): string[] {
  if (unverified === null) return [];
  const { count, last_at } = unverified;
  return [
    `Webhooks that could NOT be verified: ${count}, the last at ${at(last_at)}; check the app's secret`,
  ];
}

function troubleOf(
  { attempts, last_error, next_attempt_at, status }: ShopifyStatus['fulfilments'][number],
  at: At,
) {
  if (last_error === null) return '';
  const next = status === 'waiting' ? `, next try ${at(next_attempt_at)}` : ', given up';
  return `, ${last_error} (${attempts} attempts${next})`;
}
