import type { Kept } from '../../../contract/operations/desk/shop/read-kept.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { KnownBackup } from '../../backup/known-backups.ts';
import { oneLine } from '../terminal/print.ts';

/** Retention times that no setting changes. */
const KEPT = [
  ['Orders, cash, handovers, deposits, history, audit', 'forever'],
  ['Photos, notes, receipts, signatures', 'forever; those of a delivery until its customer is erased'],
  ['Unused uploads', '30 days'],
  ['Data of an order from the store', '30 days; then only its hash'],
  ['Change notifications', '1 day'],
  ['Numbers reported by devices', 'forever'],
  ['Ended sessions', 'forever, without secrets'],
] as const;

const HELD: [keyof NonNullable<Kept['old']>['held'], string][] = [
  ['open', 'still open'],
  ['conflict', 'with a conflict that is not reviewed'],
  ['store', 'with an update that the store has not received'],
  ['cash', 'with cash that is not explained yet'],
];

/** Formats the shop's retention as lines of text, with timestamps in the shop's time zone. */
export function retentionText({
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
    ? HELD.filter(([why]) => old.held[why] > 0).map(([why, text]) => `  ${old.held[why]} ${text}`)
    : [];
  return [
    ...KEPT.map(([what, how_long]) => `${what}: ${how_long}`),
    days === null
      ? 'Customers of old orders: never erased'
      : `Customers of old orders: erased after ${days} days`,
    ...(last ? [`Last erased at ${at(last.erased_at)}: ${last.orders} orders, ${last.files} files`] : []),
    ...(old ? [`Due next: ${old.due} orders${old.more ? ' or more' : ''}`] : []),
    ...(held.length > 0 ? ['Old orders that are kept for now:', ...held] : []),
    ...(backups.length > 0 ? ['Backups that contain erased data:'] : []),
    ...backups.map(({ path, made_at }) => `  ${path}, made ${at(made_at)}`),
  ]
    .map(oneLine)
    .join('\n');
}
