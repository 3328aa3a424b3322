import { formatDateTime } from '../../contract/rules/dates.ts';
import type { ShopifyStatus } from '../shopify/shopify-status.ts';

/** How a shop stands with its store, as lines of text, moments in the shop's time zone. */
export function shopifyStatusText(status: ShopifyStatus, time_zone: string): string {
  const at = (instant: Date) => formatDateTime(instant, time_zone);
  const { waiting, failed, not_taken_total, webhooks_waiting } = status;
  return [
    ...connectionLines(status, at),
    `Fulfilments: ${waiting} waiting, ${failed} failed`,
    ...status.fulfilments.map(
      (row) => `  Order ${row.order_number}: ${row.status} since ${at(row.created_at)}${troubleOf(row, at)}`,
    ),
    ...more(waiting + failed - status.fulfilments.length),
    `Orders that could not be taken: ${not_taken_total}`,
    ...status.not_taken.map(
      ({ order_number, reason, told_at }) =>
        `  ${order_number === null ? 'A webhook' : `Order ${order_number}`}: ${reason} (${at(told_at)})`,
    ),
    ...more(not_taken_total - status.not_taken.length),
    `Newest webhooks (${webhooks_waiting} waiting to be worked):`,
    ...status.webhooks.map(
      ({ received_at, topic, order_number, outcome, reason }) =>
        `  ${at(received_at)} ${topic} ${order_number ?? '—'}: ${(outcome ?? 'waiting').replaceAll('_', ' ')}${reason ? `, ${reason}` : ''}`,
    ),
  ].join('\n');
}

type At = (instant: Date) => string;

function more(count: number): string[] {
  return count > 0 ? [`  and ${count} more; --all lists them`] : [];
}

function connectionLines({ shop_id, connection }: ShopifyStatus, at: At): string[] {
  if (!connection) return [`Shop ${shop_id} is not connected to a Shopify store`];
  const { shop_domain, connected_at, refused_at, refused_because, api_version, unreadable } = connection;
  const connected = `Shop ${shop_id} is connected to ${shop_domain} since ${at(connected_at)} (Admin API ${api_version})`;
  const broken = unreadable === null || unreadable === refused_because ? [] : [`NOT WORKING: ${unreadable}`];
  if (!refused_at) return [connected, ...broken];
  return [
    connected,
    ...broken,
    `STOPPED at ${at(refused_at)}: ${refused_because}`,
    'Nothing is sent until you run shopify connect with new credentials, or shopify retry',
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
