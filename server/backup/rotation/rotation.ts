/** A finished backup of those that `mandoob backup --into` makes, by its file's name: when it was begun, of which database, and whether it has all files. */
export type Dated = { name: string; begun_at: Date; source: string; is_whole: boolean };

/** Of how many days and months the newest backup is kept. */
export type Keeping = { days: number; months: number };

const NAME = /^mandoob-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{16})(\.incomplete)?\.backup$/;

/** The name of a backup begun at this moment, by the second and in UTC: names sort as the moments do. `source`: 16 hexadecimal digits. */
export function backupName({ begun_at, source, is_whole }: Omit<Dated, 'name'>): string {
  const moment = begun_at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `mandoob-${moment}Z-${source}${is_whole ? '' : '.incomplete'}.backup`;
}

/** Undefined for any other file's name. */
export function datedBackup(name: string): Dated | undefined {
  const [, year, month, day, hour, minute, second, source, incomplete] = NAME.exec(name) ?? [];
  if (source === undefined) return undefined;
  const begun_at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(begun_at.getTime())) return undefined;
  const dated = { begun_at, source, is_whole: incomplete === undefined };
  return backupName(dated) === name ? { name, ...dated } : undefined;
}

/**
 * Which backups may go: all but the newest one of each of the last `days` days, and of each of the last `months` months, that have any. Days and
 * months are counted by the backups there are and not by the calendar, so that nothing goes because time passes: where
 * none was made for a year, all stay. The newest of all always stays. Days are those of UTC. One that lacks files takes the place of none that is
 * whole: such are counted among themselves, and those before the newest whole one go.
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

/** `length`: how much of a moment's text names the day, or the month. */
function newestOfEach(newest_first: readonly Dated[], length: number): Dated[] {
  const found = new Map<string, Dated>();
  for (const backup of newest_first) {
    const period = backup.begun_at.toISOString().slice(0, length);
    if (!found.has(period)) found.set(period, backup);
  }
  return [...found.values()];
}
