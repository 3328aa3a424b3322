/** A time of day after a date, or before one; am, pm and noon are symbols of `DATE_WORDS`. */
const AFTER_DATE =
  /^[ ,-]+(?:([apnm]) ?)?(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?)?(?: ?([apnm]))?$/;
const BEFORE_DATE =
  /^(?:([apnm]) ?)?(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?)?(?: ?([apnm]))?[ ,-]+(?=[\d<])/;

/** Parses the text after a date as a time: null if it is empty, undefined if it is not a time. */
export function timeAfter(symbols: string): string | null | undefined {
  if (symbols === '') return null;
  const found = AFTER_DATE.exec(symbols);
  return found ? timeOf(found) : undefined;
}

/** Parses the time before a date; `end` is the position at which the date begins. */
export function timeBefore(symbols: string): { time: string; end: number } | undefined {
  const found = BEFORE_DATE.exec(symbols);
  const time = found && timeOf(found);
  return found && time ? { time, end: found[0].length } : undefined;
}

/**
 * Formats a time as `14:05`. An hour without minutes needs am, pm or noon; an hour above 12 must not have one
 * of them.
 */
function timeOf([, before, hours, minutes, seconds = '00', after]: RegExpExecArray): string | undefined {
  const half = before ?? after;
  if (before !== undefined && after !== undefined) return undefined;
  if (half === undefined && minutes === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half);
  if (hour === undefined || hour > 23 || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

function hourOf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  if (half === 'a') return hour % 12;
  // 11 o'clock with the word for noon may be am or pm.
  if (half === 'n' && hour > 4 && hour !== 12) return undefined;
  return (hour % 12) + 12;
}
