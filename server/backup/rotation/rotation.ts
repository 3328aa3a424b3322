/**
 * A finished backup made by `mandoob backup --into`, parsed from its file name. `is_whole`: it has all files.
 */
export type Dated = { name: string; begun_at: Date; source: string; is_whole: boolean };

/** The numbers of days and months whose newest backup is kept. */
export type Keeping = { days: number; months: number };

const NAME = /^mandoob-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{16})(\.incomplete)?\.backup$/;

/** Returns the file name; names sort by time (UTC, to the second). `source`: 16 hexadecimal digits. */
export function backupName({ begun_at, source, is_whole }: Omit<Dated, 'name'>): string {
  const moment = begun_at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `mandoob-${moment}Z-${source}${is_whole ? '' : '.incomplete'}.backup`;
}

/** Parses a file name. Returns undefined for the name of any other file. */
export function datedBackup(name: string): Dated | undefined {
  const [, year, month, day, hour, minute, second, source, incomplete] = NAME.exec(name) ?? [];
  if (source === undefined) return undefined;
  const begun_at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(begun_at.getTime())) return undefined;
  const dated = { begun_at, source, is_whole: incomplete === undefined };
  return backupName(dated) === name ? { name, ...dated } : undefined;
}

/**
 * Returns the backups that may be deleted: all except the newest of each of the last `days` days and `months`
 * months (UTC) that have a backup. Days and months without backups are not counted, so nothing is deleted
 * merely because time passes. The newest of all is always kept. Incomplete backups are counted separately and
 * never displace a complete one; those older than the newest complete backup may be deleted.
 */
export function outdated(backups: readonly Dated[], keeping: Keeping): Dated[] {
  const newest_first = backups.toSorted((one, other) => other.begun_at.getTime() - one.begun_at.getTime());
  const whole = newest_first.filter(({ is_whole }) => is_whole);
  const last_whole = whole[0]?.begun_at.getTime() ?? Number.NEGATIVE_INFINITY;
  const since = newest_first.filter(({ is_whole, begun_at }) => !is_whole && begun_at.getTime() > last_whole);
  const kept = new Set([...keptOf(whole, keeping), ...keptOf(since, keeping)]);
  return newest_first.filter((backup) => !kept.has(backup));
}

function keptOf(newest_first: readonly Dated[], { days, months }: Keeping): Dated[] {
  return [
    ...newest_first.slice(0, 1),
    ...newestOfEach(newest_first, 'YYYY-MM-DD'.length).slice(0, days),
    ...newestOfEach(newest_first, 'YYYY-MM'.length).slice(0, months),
  ];
}

/** `length`: the number of characters of an ISO timestamp that identify the day or month. */
function newestOfEach(newest_first: readonly Dated[], length: number): Dated[] {
  const found = new Map<string, Dated>();
  for (const backup of newest_first) {
    const period = backup.begun_at.toISOString().slice(0, length);
    if (!found.has(period)) found.set(period, backup);
  }
  return [...found.values()];
}
