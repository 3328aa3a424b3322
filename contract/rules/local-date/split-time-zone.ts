/** A time zone after a time: `gmt`, `gmt+4`, `gmt+0400 (gulf standard time)`, `gst`. */
const ZONE = / ?(?:z(?: ?([+-])(\d{1,2}?)(?::?(\d{2}))?)?|(g))(?: ?\((g)\))?$/;
const GULF_MINUTES = 4 * 60;
const OFFSET_MAX = 14 * 60;

/**
 * Splits the time zone off a date's symbols, in minutes east of Greenwich; undefined if the zone does not
 * exist.
 */
export function splitZone(symbols: string): { rest: string; zone_minutes: number | null } | undefined {
  const found = symbols.includes('z') || symbols.includes('g') ? ZONE.exec(symbols) : null;
  if (!found) return { rest: symbols, zone_minutes: null };
  const [all, sign, hours = '0', minutes = '0', gulf, named] = found;
  const offset = Number(hours) * 60 + Number(minutes);
  const zone_minutes = gulf ? GULF_MINUTES : sign === '-' ? -offset : offset;
  if (offset > OFFSET_MAX || Number(minutes) > 59) return undefined;
  if (named && zone_minutes !== GULF_MINUTES) return undefined;
  return { rest: symbols.slice(0, -all.length), zone_minutes };
}
