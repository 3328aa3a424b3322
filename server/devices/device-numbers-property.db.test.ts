import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceNumbersExplained } from '../../contract/operations/dashboard/devices/explain-device-numbers.schema.ts';
import type { ReportDevice } from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  arrived,
  closedOf,
  explainNumbers,
  listedDevices,
  type Numbered,
  openOf,
  sendReport,
  testDevice,
} from '../../tests/support/test-device.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

/**
 * Property tests: commands are made, arrive, are refused, replaced and lost; reports are delayed, repeated
 * and concurrent, and their replies are lost.
 */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

type Step =
  | { do: 'make'; by: 0 | 1; fils: number }
  | { do: 'arrive' | 'refuse' | 'replace' | 'give up' | 'vanish'; which: number; heard: boolean }
  | { do: 'report'; by: 0 | 1; answered: boolean; delayed_by: number | null }
  | { do: 'write a report' }
  | { do: 'explain'; which: number[] };

const which = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('make' as const),
      by: fc.constantFrom(0, 1),
      fils: fc.nat(20_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'arrive' as const,
        'refuse' as const,
        'replace' as const,
        'give up' as const,
        'vanish' as const,
      ),
      which,
      heard: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      by: fc.constantFrom(0, 1),
      answered: fc.boolean(),
      delayed_by: fc.option(fc.nat({ max: 10 })),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'write a report' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('explain' as const),
      which: fc.array(which, { minLength: 1, maxLength: 5 }),
    }),
  },
);

/** Models a device and the server in a new shop, since a user has a limited number of devices. */
async function history({ in_turn }: { in_turn: boolean }) {
  shop = await createTestShop(app.owner);
  const device = testDevice();
  const commands: (Numbered & { fils: number })[] = [];
  /** On the device: commands without a known outcome, and closed numbers to report. */
  const undecided = new Set<number>();
  let to_report: ReportDevice['closed'] = [];
  /** Reports that may be repeated, or sent late for the first time. */
  const written: ReportDevice[] = [];
  /** The model of the server: numbers that were reported as open, which it must know. */
  const reported_open = new Set<number>();
  const reporters = new Set<string>();
  /** Numbers whose user the server must know, since that user had sent a report before. */
  const owned = new Set<number>();
  const settled = new Set<number>();
  const recorded = new Set<number>();
  /** Numbers whose arrival counts once, however often they are sent. */
  const on_its_way = new Set<number>();
  let [highest, is_known] = [0, false];

  const at = (which: number) => commands[which % Math.max(1, commands.length)];
  const make = (by: TestStaff, fils: number) => {
    const made = { ...device.make(by), fils };
    commands.push(made);
    undecided.add(made.number);
    return made;
  };
  const close = (
    command: Numbered,
    how: 'refused' | 'replaced' | 'discarded',
    replaced_by: number | null = null,
  ) => {
    undecided.delete(command.number);
    to_report = [...to_report, closedOf(command, how, replaced_by)];
  };
  const note = (report: ReportDevice, by: TestStaff) => {
    reporters.add(by.user_id);
    const open = report.open.map(({ number }) => number);
    if (!is_known)
      for (let number = 1; number <= report.highest; number += 1)
        if (!open.includes(number)) settled.add(number);
    is_known = true;
    for (const { number, user_id } of report.open) {
      reported_open.add(number);
      if (reporters.has(user_id)) owned.add(number);
    }
    // Only the owner closes a number.
    for (const { number, user_id } of report.closed) if (user_id === by.user_id) settled.add(number);
    highest = Math.max(highest, report.highest);
  };
  /** True if the server certainly knows of this number or of a later one. */
  const isKnown = (number: number) => number <= Math.max(highest, ...recorded);
  const report = (): ReportDevice => {
    const open = commands.filter(({ number }) => undecided.has(number)).map((one) => openOf(one, one.fils));
    return device.report({ open, closed: to_report });
  };

  async function take(step: Step): Promise<void> {
    if (step.do === 'make') {
      make(step.by === 0 ? shop.driver : shop.driver2, step.fils);
      return;
    }
    if (step.do === 'write a report') {
      written.push(report());
      return;
    }
    if (step.do === 'report') {
      const sent = (step.delayed_by === null ? undefined : written.at(-1 - step.delayed_by)) ?? report();
      written.push(sent);
      const by = step.by === 0 ? shop.driver : shop.driver2;
      const decided = new Set([...settled, ...recorded]);
      const reply = await sendReport(app, by, sent);
      note(sent, by);
      // The reply lists numbers in ascending order, whatever the order in the report.
      const numbers = sent.closed.map(({ number }) => number).sort((one, other) => one - other);
      // If reports cross, the server may process this one before those whose replies came first.
      const own = sent.closed.filter(({ user_id }) => user_id === by.user_id);
      for (const number of in_turn ? settled : own.map((one) => one.number)) decided.add(number);
      const over = numbers.filter((number) => decided.has(number));
      expect(reply.closed).toEqual(in_turn ? over : expect.arrayContaining(over));
      expect(numbers).toEqual(expect.arrayContaining(reply.closed));
      if (step.answered) to_report = to_report.filter(({ number }) => !reply.closed.includes(number));
      return;
    }
    if (step.do === 'explain') {
      const numbers = step.which.flatMap((one) => at(one)?.number ?? []);
      if (!is_known || numbers.length === 0) return;
      const [known, response] = [
        numbers.filter(isKnown),
        await explainNumbers(app, shop.manager, device.id, numbers),
      ];
      expect(response.status).toBe(200);
      // A concurrent report may make a number known before the explanation; the response lists it.
      const { explained }: DeviceNumbersExplained = await response.json();
      expect(numbers).toEqual(expect.arrayContaining(explained));
      for (const number of [...known, ...explained]) settled.add(number);
      return;
    }
    const command = at(step.which);
    if (!command || !undecided.has(command.number)) return;
    if (step.do === 'arrive') {
      const is_first = !on_its_way.has(command.number);
      on_its_way.add(command.number);
      if (is_first) {
        await arrived(app, shop, device, command);
        recorded.add(command.number);
      }
      if (step.heard) undecided.delete(command.number);
    } else if (step.do === 'vanish') undecided.delete(command.number);
    // If the device retries, the reply reports a recorded command.
    else if (recorded.has(command.number)) undecided.delete(command.number);
    else if (step.do === 'replace') {
      const by = command.user_id === shop.driver.user_id ? shop.driver : shop.driver2;
      close(command, 'replaced', make(by, command.fils).number);
    } else close(command, step.do === 'refuse' ? 'refused' : 'discarded');
  }

  async function compare(): Promise<void> {
    const seen = (await listedDevices(app, shop.manager)).find(({ id }) => id === device.id);
    if (!is_known) return expect(seen).toBeUndefined();
    const missing = commands.filter(
      ({ number }) => isKnown(number) && !recorded.has(number) && !settled.has(number),
    );
    expect(seen?.not_arrived.map(({ number }) => number)).toEqual(missing.map(({ number }) => number));
    const unsent = missing.filter(({ number }) => reported_open.has(number));
    expect(seen?.unsent).toEqual({
      count: unsent.length,
      amount_fils: unsent.reduce((sum, { fils }) => sum + fils, 0),
    });
    for (const [at, { number, user_id }] of missing.entries()) {
      const owner = seen?.not_arrived[at]?.user?.user_id ?? null;
      expect(owned.has(number) ? [user_id] : [user_id, null]).toContain(owner);
    }
    expect(seen?.chain_broken_at).toBeNull();
  }

  return { take, compare };
}

/** Runs `check` with a clock so far ahead that all numbers known now are past the 15 minutes. */
async function longAfter(check: () => Promise<void>): Promise<void> {
  app.clock.now = new Date(Date.now() + 24 * 3_600_000);
  try {
    await check();
  } finally {
    app.clock.now = null;
  }
}

async function expectShownUntilSettled(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      const { take, compare } = await history({ in_turn: true });
      for (const one of steps) {
        await take(one);
        await longAfter(compare);
      }
    }),
    { numRuns: runs },
  );
}

async function expectShownDespiteCrossing(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 8 }),
      fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (before, at_once) => {
        const { take, compare } = await history({ in_turn: false });
        for (const one of before) await take(one);
        // If two first reports cross, either may set where counting begins.
        await take({ do: 'report', by: 0, answered: true, delayed_by: null });
        for (const steps of at_once) {
          await Promise.all(steps.map(take));
          await longAfter(compare);
        }
      },
    ),
    { numRuns: runs },
  );
}

/** A false report by a colleague, or a true report of all of a user's numbers by that user or a manager. */
type Claimed =
  | { do: 'claim'; which: number; by: number; as: number; fils: number; closed: boolean; stops: boolean }
  | { do: 'report'; by: number; fils: number; gives_up: number | null };

const claimed: fc.Arbitrary<Claimed> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      which: fc.nat({ max: 7 }),
      by: fc.nat({ max: 1 }),
      as: fc.nat({ max: 3 }),
      fils: fc.nat(20_000),
      closed: fc.boolean(),
      stops: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      by: fc.nat({ max: 1 }),
      fils: fc.nat(20_000),
      gives_up: fc.option(fc.nat({ max: 7 })),
    }),
  },
);

/** Mixes true reports about one user's numbers with false ones by two colleagues. */
async function expectShownDespiteClaims(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(claimed, { minLength: 4, maxLength: 20 }), async (steps) => {
      shop = await createTestShop(app.owner);
      const device = testDevice();
      const colleagues = [shop.driver, shop.admin];
      const named = [...colleagues, shop.driver2, shop.manager];
      const [made, reported] = [new Map<number, Numbered & { fils: number }>(), new Set<number>()];
      const claimed_before = new Set<number>();
      let closed: ReportDevice['closed'] = [];
      await sendReport(app, shop.driver2, device.report());
      for (const step of steps) {
        if (step.do === 'claim') {
          const number = step.which + 1;
          const of = { number, command_id: newId(), user_id: named[step.as]?.user_id ?? '' };
          if (of.user_id !== shop.driver2.user_id) claimed_before.add(number);
          const open = openOf({ ...of, hash: '', previous: '' }, step.fils);
          const content = step.closed
            ? { open: [], closed: [{ ...of, how: 'discarded' as const, replaced_by: null }] }
            : { open: [step.stops ? { ...open, endpoint: 'arrange_stops' } : open], closed: [] };
          await sendReport(app, colleagues[step.by] ?? shop.driver, { ...device.report(), ...content });
        } else {
          const next = device.make(shop.driver2);
          made.set(next.number, { ...next, fils: step.fils });
          const given_up = made.get((step.gives_up ?? -1) + 1);
          if (given_up && made.delete(given_up.number)) closed = [...closed, closedOf(given_up, 'discarded')];
          const by = [shop.driver2, shop.manager][step.by] ?? shop.driver2;
          for (const { number } of made.values())
            if (by === shop.driver2 || !claimed_before.has(number)) reported.add(number);
          const open = [...made.values()].map((one) => openOf(one, one.fils));
          const reply = await sendReport(app, by, device.report({ open, closed }));
          closed = closed.filter(({ number }) => !reply.closed.includes(number));
        }
        await longAfter(async () => {
          const [seen] = await listedDevices(app, shop.manager);
          const shown = new Map(seen?.not_arrived.map((one) => [one.number, one.amount_fils ?? 0]));
          const due = [...made.values()].filter(({ number }) => reported.has(number));
          for (const { number, fils } of due) expect(shown.get(number) ?? -1).toBeGreaterThanOrEqual(fils);
          const sum = due.reduce((sum, { fils }) => sum + fils, 0);
          expect(seen?.unsent.amount_fils).toBeGreaterThanOrEqual(sum);
        });
      }
    }),
    { numRuns: runs },
  );
}

const LONG = { tags: ['servers'] };
const SETTLED = 'a number that has not arrived is shown until it is settled, and never afterwards (property)';
const CROSSING = 'a number is shown until it is settled, even if reports and arrivals cross (property)';
const CLAIMED = 'false reports of colleagues hide no number and no amount that its maker reported (property)';

test(SETTLED, () => expectShownUntilSettled(15));
test(CROSSING, () => expectShownDespiteCrossing(12));
test(CLAIMED, () => expectShownDespiteClaims(15));
test(`${SETTLED}: more histories`, LONG, () => expectShownUntilSettled(60));
test(`${CROSSING}: more histories`, LONG, () => expectShownDespiteCrossing(40));
test(`${CLAIMED}: more histories`, LONG, () => expectShownDespiteClaims(100));
