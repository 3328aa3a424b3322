import { serialText } from '../dates/serial-date.ts';
import type { CellFaultCode } from '../import/cell-faults.ts';
import type { DateOrder } from '../import/import-fields.ts';
import { type DateParts, type DayOfYear, readDateParts } from './date-parts.ts';
import { dateKey, dateSymbols } from './date-symbols.ts';
import { splitZone } from './split-time-zone.ts';

/** A local date and time, `2026-11-20T14:05`, in parts; without a time, the whole day. */
export type LocalDateTime = {
  day: string;
  time: string | null;
  /** Minutes east of Greenwich, if the text names a time zone. */
  zone_minutes?: number;
};

/**
 * A date read in both orders of day and month; null if it does not exist in that order. At least one exists.
 */
export type DateReadings = {
  dmy: LocalDateTime | null;
  mdy: LocalDateTime | null;
  /** True if both days exist, but the weekday fits only one. */
  is_by_weekday: boolean;
};

export type DateFault = Extract<
  CellFaultCode,
  | 'no_date'
  | 'no_such_day'
  | 'wrong_weekday'
  | 'hijri_date'
  | 'before_2000'
  | 'only_day_first'
  | 'only_month_first'
>;

/**
 * Reads a date in the formats of people and programs, in English or Arabic; returns the fault if it is not
 * one.
 */
export function readLocalDate(text: string): DateReadings | DateFault {
  const key = dateKey(text);
  const serial = ofSerial(key);
  if (serial) return { dmy: serial, mdy: serial, is_by_weekday: false };
  const symbols = dateSymbols(key);
  if (symbols === undefined) return 'no_date';
  if (symbols.includes('h')) return 'hijri_date';
  const { weekdays, rest } = splitWeekdays(symbols);
  const zoned = splitZone(rest);
  const parts = zoned && readDateParts(zoned.rest);
  if (!parts || (zoned.zone_minutes !== null && parts.time === null)) return 'no_date';
  if (1300 <= parts.year && parts.year < 1600) return 'hijri_date';
  if (parts.year < 2000) return 'before_2000';
  return readingsOf(parts, weekdays, zoned.zone_minutes);
}

/**
 * Reads a date in its file's order of day and month. If the weekday allows only one order, that order is
 * used.
 */
export function readDateIn(text: string, order: DateOrder): LocalDateTime | DateFault {
  const readings = readLocalDate(text);
  if (typeof readings === 'string') return readings;
  const { dmy, mdy, is_by_weekday } = readings;
  const moment = readings[order] ?? (is_by_weekday ? (dmy ?? mdy) : null);
  return moment ?? (order === 'dmy' ? 'only_month_first' : 'only_day_first');
}

/**
 * A spreadsheet's day number with the time as a fraction, from 2000 to 2091, so that small numbers are not
 * dates.
 */
const SERIAL = /^(3[6-9]\d{3}|[4-6]\d{4})(\.\d+)?$/;
const FIRST_SERIAL = 36_526;

function ofSerial(key: string): LocalDateTime | undefined {
  const [, days, fraction = ''] = SERIAL.exec(key) ?? [];
  if (days === undefined || Number(days) < FIRST_SERIAL) return undefined;
  const [day = '', time = null] = serialText(Number(`${days}${fraction}`))?.split('T') ?? [];
  return { day, time };
}

const WEEKDAY = /\(?\{(\d)\}\.?\)?[.,]*/g;

function splitWeekdays(symbols: string): { weekdays: number[]; rest: string } {
  if (!symbols.includes('{')) return { weekdays: [], rest: symbols };
  const weekdays = [...symbols.matchAll(WEEKDAY)].map(([, day]) => Number(day));
  return { weekdays, rest: symbols.replace(WEEKDAY, ' ').replace(/ +/g, ' ').trim() };
}

function readingsOf(
  { year, time, dmy, mdy }: DateParts,
  weekdays: readonly number[],
  zone_minutes: number | null,
): DateReadings | DateFault {
  const days = { dmy: dayText(year, dmy), mdy: dayText(year, mdy) };
  if (days.dmy === null && days.mdy === null) return 'no_such_day';
  const fits = (day: string | null) => day !== null && weekdays.every((one) => one === weekdayOf(day));
  const moment = (day: string | null): LocalDateTime | null =>
    day !== null && fits(day) ? { day, time, ...(zone_minutes === null ? {} : { zone_minutes }) } : null;
  const readings = { dmy: moment(days.dmy), mdy: moment(days.mdy) };
  if (readings.dmy === null && readings.mdy === null) return 'wrong_weekday';
  const both_exist = days.dmy !== null && days.mdy !== null;
  return { ...readings, is_by_weekday: both_exist && (readings.dmy === null || readings.mdy === null) };
}

/** Returns null for a day that does not exist in the calendar. */
function dayText(year: number, { month, day }: DayOfYear): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
