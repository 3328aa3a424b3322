import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupName, type Dated, datedBackup, outdated } from './rotation.ts';

const DAY_MS = 86_400_000;
const moments = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2029-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const keeping = fc.record({ days: fc.nat(20), months: fc.nat(15) });
const SOURCE = '0123456789abcdef';
const nameAt = (begun_at: Date, is_whole = true) => backupName({ begun_at, source: SOURCE, is_whole });
const dated = (begun_at: Date, is_whole = true): Dated =>
  datedBackup(nameAt(begun_at, is_whole)) ?? expect.fail();
const backups = fc
  .array(moments, { maxLength: 60 })
  .map((all) =>
    [...new Set(all.map((each) => nameAt(each)))].map((name) => datedBackup(name) ?? expect.fail()),
  );
const keptOf = (all: readonly Dated[], rule: { days: number; months: number }) => {
  const gone = new Set(outdated(all, rule));
  return all.filter((backup) => !gone.has(backup));
};
const periodsOf = (all: readonly Dated[], length: number) => [
  ...new Set(all.map(({ begun_at }) => begun_at.toISOString().slice(0, length)).sort()),
];

test('a file name encodes when a backup began, and other names are not recognized', () => {
  const moment = new Date('2026-11-24T02:03:04.567Z');
  expect(nameAt(moment)).toBe('mandoob-20261124T020304Z-0123456789abcdef.backup');
  expect(nameAt(moment, false)).toBe('mandoob-20261124T020304Z-0123456789abcdef.incomplete.backup');
  expect(dated(moment, false)).toMatchObject({ source: SOURCE, is_whole: false });
  fc.assert(
    fc.property(moments, (moment) => {
      const whole_second = Math.floor(moment.getTime() / 1_000) * 1_000;
      expect(dated(moment).begun_at.getTime()).toBe(whole_second);
    }),
  );
  for (const name of [
    'mandoob-20261124T020304Z-0123456789abcdef.backup.0123456789abcdef.unfinished',
    'mandoob-20261324T020304Z-0123456789abcdef.backup',
    'mandoob-20260231T020304Z-0123456789abcdef.backup',
    'mandoob-20261124T020304Z.backup',
    'shop.backup',
    'x-mandoob-20261124T020304Z-0123456789abcdef.backup',
  ]) {
    expect(datedBackup(name), name).toBeUndefined();
  }
});

test('exactly the newest backup of each of the last days and months that have one is kept', () => {
  fc.assert(
    fc.property(backups, keeping, (all, rule) => {
      const kept = keptOf(all, rule);
      const newest = Math.max(...all.map(({ begun_at }) => begun_at.getTime()));
      expect(kept.some(({ begun_at }) => begun_at.getTime() === newest)).toBe(all.length > 0);
      expect(kept.length).toBeLessThanOrEqual(rule.days + rule.months + 1);
      const days = periodsOf(all, 10).slice(-rule.days || all.length);
      const months = periodsOf(all, 7).slice(-rule.months || all.length);
      expect(periodsOf(kept, 10)).toEqual(expect.arrayContaining(days));
      expect(periodsOf(kept, 7)).toEqual(expect.arrayContaining(months));
      for (const backup of kept) {
        const [day, month] = [10, 7].map((length) => backup.begun_at.toISOString().slice(0, length));
        const is_newest_of = (period = '') =>
          all.every(
            ({ begun_at }) => !begun_at.toISOString().startsWith(period) || begun_at <= backup.begun_at,
          );
        expect(is_newest_of(day) || is_newest_of(month)).toBe(true);
      }
    }),
  );
});

test('a second rotation deletes nothing, and a longer retention keeps everything a shorter one keeps', () => {
  fc.assert(
    fc.property(backups, keeping, (all, rule) => {
      const kept = keptOf(all, rule);
      expect(outdated(kept, rule)).toEqual([]);
      const longer = { days: rule.days + 1, months: rule.months + 1 };
      expect(keptOf(all, longer)).toEqual(expect.arrayContaining(kept));
    }),
  );
});

test('incomplete backups displace no complete one, are limited in number, and are deleted after a newer complete one', () => {
  const pairs = fc.array(fc.tuple(moments, fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(pairs, keeping, (all, rule) => {
      const both = all.map(([begun_at, is_whole]) => dated(begun_at, is_whole));
      const whole = both.filter(({ is_whole }) => is_whole);
      const kept = keptOf(both, rule);
      expect(kept.filter(({ is_whole }) => is_whole)).toEqual(keptOf(whole, rule));
      const incomplete = kept.filter(({ is_whole }) => !is_whole);
      expect(incomplete.length).toBeLessThanOrEqual(rule.days + rule.months + 1);
      const newest = Math.max(...both.map(({ begun_at }) => begun_at.getTime()));
      const newest_whole = Math.max(...whole.map(({ begun_at }) => begun_at.getTime()));
      for (const { begun_at } of incomplete) expect(begun_at.getTime()).toBeGreaterThan(newest_whole);
      expect(kept.some(({ begun_at }) => begun_at.getTime() === newest)).toBe(both.length > 0);
    }),
  );
});

test('three years of nightly backups leave 14 days and the ends of 12 months', () => {
  let there: Dated[] = [];
  const begin = Date.UTC(2024, 0, 1, 2);
  for (let night = 0; night < 3 * 365; night += 1) {
    there = keptOf([...there, dated(new Date(begin + night * DAY_MS))], { days: 14, months: 12 });
  }
  const last = begin + (3 * 365 - 1) * DAY_MS;
  const days = Array.from({ length: 14 }, (_, back) => dated(new Date(last - back * DAY_MS)).name);
  const names = there.map(({ name }) => name).sort();
  expect(names).toEqual(expect.arrayContaining(days));
  // The newest backup of the current month is among the days.
  expect(names.length).toBe(14 + 11);
  const month_ends = names.filter((name) => !days.includes(name)).map((name) => name.slice(8, 16));
  expect(month_ends).toEqual([
    '20260131',
    '20260228',
    '20260331',
    '20260430',
    '20260531',
    '20260630',
    '20260731',
    '20260831',
    '20260930',
    '20261031',
    '20261130',
  ]);
});
