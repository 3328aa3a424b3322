import { plural, t } from '@lingui/core/macro';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { shortTime } from '../../components/short-time.ts';

/** If a driver who is out was not seen for longer than this, a weak signal is an unlikely explanation. */
const LONG_UNHEARD_MS = 30 * 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export function driverStatusText({
  status,
  may_deliver,
}: Pick<BoardDriver, 'status' | 'may_deliver'>): string {
  if (!may_deliver) return t`Cannot deliver`;
  return { delivering: t`Out`, available: t`Available`, off_duty: t`Off duty` }[status];
}

export function lastSeenText(last_seen_at: string | null, now: number, time_zone: string): string {
  if (last_seen_at === null) return t`Never seen`;
  const ago_ms = now - Date.parse(last_seen_at);
  if (ago_ms < MINUTE_MS) return t`Seen just now`;
  if (ago_ms >= HOUR_MS) return t`Seen ${shortTime(last_seen_at, time_zone)}`;
  return t`Seen ${plural(Math.floor(ago_ms / MINUTE_MS), { one: '# minute', other: '# minutes' })} ago`;
}

export function isLongUnseen({ status, last_seen_at }: BoardDriver, now: number): boolean {
  if (status !== 'delivering') return false;
  return last_seen_at === null || now - Date.parse(last_seen_at) > LONG_UNHEARD_MS;
}
