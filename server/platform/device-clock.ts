import { monthOf } from '../../contract/rules/dates/dates.ts';
import { Problem } from './problem.ts';

/** What a command says of its device's clock: ISO 8601, and what has to be added to get the server's time, in ms. */
export type DeviceClock = { occurred_at: string; clock_offset_ms: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/** When something happened (ruling B5): the device's time, corrected by its measured offset, within [earliest, now]. */
export function occurredAt(device: DeviceClock, earliest: Date, now: Date): Date {
  return new Date(Math.min(Math.max(correctedMs(device), earliest.getTime()), now.getTime()));
}

/**
 * A reference names when its command was made, and is kept as it is (ruling G12). It may be a day off at most: from now, or from
 * the command's own time, since work made without signal arrives days later. Throws `device_time_off`.
 */
export function admitNamedTime(named_at: Date, device: DeviceClock, now: Date): void {
  const near = madeAround(device, now).some((made_ms) => Math.abs(named_at.getTime() - made_ms) <= DAY_MS);
  if (!near) throw new Problem('device_time_off');
}

/** As `admitNamedTime`, of a path that names a month of the shop's: `2026-11`. */
export function admitNamedMonth(month: string, time_zone: string, device: DeviceClock, now: Date): void {
  const near = madeAround(device, now)
    .flatMap((made_ms) => [made_ms - DAY_MS, made_ms + DAY_MS])
    .some((near_ms) => monthOf(new Date(near_ms), time_zone) === month);
  if (!near) throw new Problem('device_time_off');
}

/** Two instants of which one is near when an honest command was made: nothing is made after it has arrived. */
function madeAround(device: DeviceClock, now: Date): [number, number] {
  return [now.getTime(), Math.min(correctedMs(device), now.getTime())];
}

function correctedMs({ occurred_at, clock_offset_ms }: DeviceClock): number {
  return Date.parse(occurred_at) + clock_offset_ms;
}
