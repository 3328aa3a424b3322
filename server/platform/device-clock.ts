import { monthOf } from '../../contract/rules/dates/dates.ts';
import { Problem } from './problem.ts';

/** A command's device time (ISO 8601), and the milliseconds to add to it to get the server's time. */
export type DeviceClock = { occurred_at: string; clock_offset_ms: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the time of an event (ruling B5): the device's time plus its offset, limited to [earliest, now].
 */
export function occurredAt(device: DeviceClock, earliest: Date, now: Date): Date {
  return new Date(Math.min(Math.max(correctedMs(device), earliest.getTime()), now.getTime()));
}

/**
 * Checks the creation time in a reference, which is stored unchanged (ruling G12). It may differ by at most
 * one day from now, or from the command's own time, since work done offline arrives days later. Throws
 * `device_time_off`.
 */
export function admitNamedTime(named_at: Date, device: DeviceClock, now: Date): void {
  const near = madeAround(device, now).some((made_ms) => Math.abs(named_at.getTime() - made_ms) <= DAY_MS);
  if (!near) throw new Problem('device_time_off');
}

/** Checks a month of the shop in a path (`2026-11`), with the limits of `admitNamedTime`. */
export function admitNamedMonth(month: string, time_zone: string, device: DeviceClock, now: Date): void {
  const near = madeAround(device, now)
    .flatMap((made_ms) => [made_ms - DAY_MS, made_ms + DAY_MS])
    .some((near_ms) => monthOf(new Date(near_ms), time_zone) === month);
  if (!near) throw new Problem('device_time_off');
}

/**
 * Returns the two possible creation times of a command. An unmanipulated command was created near one of
 * them, and never after its arrival.
 */
function madeAround(device: DeviceClock, now: Date): [number, number] {
  return [now.getTime(), Math.min(correctedMs(device), now.getTime())];
}

function correctedMs({ occurred_at, clock_offset_ms }: DeviceClock): number {
  return Date.parse(occurred_at) + clock_offset_ms;
}
