/** A finished backup of those that `mandoob backup --into` makes: its file's name, and when it was begun. */
export type Dated = { name: string; begun_at: Date };

/** Of how many days and months the newest backup is kept. */
export type Keeping = { days: number; months: number };

const NAME = /^mandoob-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** The name of a backup begun at this moment, by the second and in UTC: names sort as the moments do. */
export function backupName(now: Date): string {
  return `mandoob-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`;
}

/** Undefined for any other file's name. */
export function datedBackup(name: string): Dated | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (second === undefined) return undefined;
  const begun_at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begun_at.getTime()) || backupName(begun_at) !== name ? undefined : { name, begun_at };
}

/**
 * Which backups may go: all but the newest one of each of the last `days` days, and of each of the last `months` months, that have any. Days and
 * months are counted by the backups there are and not by the calendar, so that nothing goes because time passes: where
 * none was made for a year, all stay. The newest of all always stays. Days are those of UTC.
 */
export function outdated(backups: readonly Dated[], { days, months }: Keeping): Dated[] {
  const newest_first = backups.toSorted((one, other) => other.begun_at.getTime() - one.begun_at.getTime());
  const kept = new Set([
    ...newest_first.slice(0, 1),
    ...newestOfEach(newest_first, 'YYYY-MM-DD'.length).slice(0, days),
    ...newestOfEach(newest_first, 'YYYY-MM'.length).slice(0, months),
  ]);
  return newest_first.filter((backup) => !kept.has(backup));
}

/** `length`: how much of a moment's text names the day, or the month. */
function newestOfEach(newest_first: readonly Dated[], length: number): Dated[] {
  const found = new Map<string, Dated>();
  for (const backup of newest_first) {
    const period = backup.begun_at.toISOString().slice(0, length);
    if (!found.has(period)) found.set(period, backup);
  }
  return [...found.values()];
}
