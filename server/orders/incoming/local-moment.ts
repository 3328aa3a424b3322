import { dayOf, formatTime } from '../../../contract/rules/dates.ts';
import type { DateOrder } from '../../../contract/rules/import-fields.ts';

/** A moment of a shop's wall clock: `2026-11-20T14:05`; without a time a day. */
export type LocalMoment = { day: string; time: string | null };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(.+))?$/;
const BY_NUMBERS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?[T ]+(.+))?$/;
const BY_NAME = /^(\d{1,2})[ -]([A-Za-z]{3,9})[ ,-]+(\d{4})(?:,?[T ]+(.+))?$/;
const NAME_FIRST = /^([A-Za-z]{3,9})[ -](\d{1,2}),?[ -](\d{4})(?:,?[T ]+(.+))?$/;
const TIME = /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?(?:\s*([AaPp])\.?[Mm]\.?)?$/;
const HOUR = /^(\d{1,2})\s*([AaPp])\.?[Mm]\.?$/;
/** Days since a spreadsheet's first one, with the time as a fraction; from 1982 to 2091, so that no small number is one. */
const SERIAL = /^([3-6]\d{4})(\.\d+)?$/;
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2})?(?:\.\d+)? ?(Z|[+-]\d{2}:?\d{2})$/;

/** A moment that says itself how far its clock is from the world's; undefined for any other text. */
export function readZonedMoment(text: string): Date | undefined {
  const [, day, time, zone = ''] = ZONED.exec(text) ?? [];
  if (day === undefined) return undefined;
  const at = new Date(`${day}T${time}:00${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Reads the dates that lists have, digits latin; undefined for what is none, or exists on no calendar. */
export function readLocalMoment(text: string, order: DateOrder): LocalMoment | undefined {
  const serial = SERIAL.exec(text);
  if (serial) return ofSerial(Number(serial[1]), Number(`0${serial[2] ?? ''}`));
  const parts = datePartsOf(text, order);
  if (!parts) return undefined;
  const day = dayText(parts.year, parts.month, parts.day);
  const time = parts.time === undefined ? null : timeText(parts.time);
  return day === undefined || time === undefined ? undefined : { day, time };
}

function ofSerial(days: number, fraction: number): LocalMoment {
  const minutes = Math.round(fraction * DAY_MINUTES);
  const at = new Date(SERIAL_ZERO_MS + (days * DAY_MINUTES + minutes) * MINUTE_MS).toISOString();
  return { day: at.slice(0, 10), time: minutes % DAY_MINUTES === 0 ? null : at.slice(11, 16) };
}

type DateParts = { year: number; month: number; day: number; time: string | undefined };

function datePartsOf(text: string, order: DateOrder): DateParts | undefined {
  const iso = ISO.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]), time: iso[4] };
  const numbers = BY_NUMBERS.exec(text);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    const year = Number(numbers[3]);
    return { year: year < 100 ? 2000 + year : year, month, day, time: numbers[4] };
  }
  const named = BY_NAME.exec(text);
  if (named)
    return { year: Number(named[3]), month: monthOf(named[2]), day: Number(named[1]), time: named[4] };
  const first = NAME_FIRST.exec(text);
  if (!first) return undefined;
  return { year: Number(first[3]), month: monthOf(first[1]), day: Number(first[2]), time: first[4] };
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Undefined for a day that no calendar has. */
function dayText(year: number, month: number, day: number): string | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return year >= 2000 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

function timeText(text: string): string | undefined {
  const exact = TIME.exec(text.trim());
  const full = HOUR.exec(text.trim());
  const [hours, minutes, half] = exact ? [exact[1], exact[2] ?? '', exact[3]] : [full?.[1], '00', full?.[2]];
  if (hours === undefined) return undefined;
  const given = Number(hours);
  if (half && (given < 1 || given > 12)) return undefined;
  const hour = half ? (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : given;
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** The instant of a moment of the shop's wall clock; of a day its `time`. One that the clock skips is an hour later, one it has twice the first. */
export function instantOf({ day, time }: LocalMoment, time_zone: string, whole_day = '00:00'): Date {
  const wanted = Date.parse(`${day}T${time ?? whole_day}:00Z`);
  const shown = (at: number) =>
    Date.parse(`${dayOf(new Date(at), time_zone)}T${formatTime(new Date(at), time_zone)}:00Z`);
  const first = wanted - (shown(wanted) - wanted);
  return new Date(first - (shown(first) - wanted));
}
