import type { Kept } from '../../../contract/operations/desk/shop/read-kept.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { KnownBackup } from '../../backup/known-backups.ts';
import { oneLine } from '../terminal/print.ts';

/** What nobody sets, in words. */
const KEPT = [
  ['Orders, cash, handovers, deposits, history, audit', 'for good'],
  ['Photos, notes, receipts, signatures', 'for good, those of a delivery until its customer is erased'],
  ['Uploads that nothing uses', '30 days'],
  ['What the store sends of an order', '30 days; then its hash'],
  ['Hints of what changed', '1 day'],
  ['Numbers that phones report', 'for good'],
  ['Sessions that ended', 'for good, without any secret'],
] as const;

const HELD: [keyof NonNullable<Kept['old']>['held'], string][] = [
  ['open', 'still open'],
  ['conflict', 'with a conflict that nobody has reviewed'],
  ['store', 'that the store still has to be told of'],
  ['cash', 'whose cash is not explained yet'],
];

/** How a shop's keeping stands as lines of text, its moments in the shop's time zone. */
export function keptText({
  kept,
  backups,
  time_zone,
}: {
  kept: Kept;
  backups: KnownBackup[];
  time_zone: string;
}): string {
  const at = (moment: Date | string) => formatDateTime(new Date(moment), time_zone);
  const { erase_customers_after_days: days, last, old } = kept;
  const held = old
    ? HELD.filter(([why]) => old.held[why] > 0).map(([why, words]) => `  ${old.held[why]} ${words}`)
    : [];
  return [
    ...KEPT.map(([what, how_long]) => `${what}: ${how_long}`),
    days === null
      ? 'Customers of old orders: never erased'
      : `Customers of old orders: erased after ${days} days`,
    ...(last ? [`Erased last ${at(last.erased_at)}: ${last.orders} orders, ${last.files} files`] : []),
    ...(old ? [`Due next: ${old.due} orders${old.more ? ' or more' : ''}`] : []),
    ...(held.length > 0 ? ['Old, and kept for now:', ...held] : []),
    ...(backups.length > 0 ? ['Backups that hold what was erased:'] : []),
    ...backups.map(({ path, made_at }) => `  ${path}, made ${at(made_at)}`),
  ]
    .map(oneLine)
    .join('\n');
}
