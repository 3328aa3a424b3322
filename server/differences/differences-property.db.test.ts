import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CashEquation } from '../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  decideApproval,
  listedDifferences,
  offlineDelivery,
  ok,
  postDesk,
  requestedWriteOff,
} from '../../tests/support/test-differences.ts';
import {
  cashOnHand,
  prepareDrop,
  prepareEnd,
  prepareSettlement,
  prepareVoid,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

/**
 * Property tests: after any sequence of deliveries, ends of day, payments, write-offs, late deliveries and
 * voids, what is open and what is settled of a difference add up to it, nothing is offset between people, and
 * the equation of the cash book is equal.
 */

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

type Driver = 0 | 1;
type Step =
  | { do: 'deliver' | 'drop'; who: Driver; fils: number }
  /** Made at the time of an earlier step. */
  | { do: 'deliver late'; who: Driver; fils: number; steps_ago: number }
  /** Hands in the cash that the book shows, and `delta_fils` more or less. */
  | { do: 'end'; who: Driver; delta_fils: number; kept: boolean }
  | { do: 'pay'; which: number; fils: number; by_admin: boolean }
  | { do: 'write off'; which: number; fils: number }
  | { do: 'void'; which: number };

const who = fc.constantFrom<Driver>(0, 1);
const which = fc.nat({ max: 9 });
const fils = fc.integer({ min: 1, max: 4_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('deliver' as const, 'drop' as const), who, fils }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('deliver late' as const),
      who,
      fils,
      steps_ago: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      who,
      delta_fils: fc.oneof(fc.constant(0), fc.integer({ min: -3_000, max: 3_000 })),
      kept: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), which, fils, by_admin: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('write off' as const), which, fils }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('void' as const), which }) },
);

/** A difference in the model. */
type Booked = { kind: 'shortage' | 'over'; fils: number; settled_fils: number };
/** An end of day in the model. */
type End = {
  id: string;
  driver: TestStaff;
  amount_fils: number;
  at: Date;
  booked: Booked | null;
  voided: boolean;
};

const MINUTE_MS = 60_000;

/** Models the book of a new shop. */
async function history() {
  const shop = await createTestShop(app.owner);
  const drivers = [shop.driver, shop.driver2] as const;
  const people = [...drivers, shop.admin, shop.manager];
  const cash = new Map(people.map(({ user_id }) => [user_id, 0]));
  const ends: End[] = [];
  const began_at = Date.now() - 50 * MINUTE_MS;
  let steps = 0;

  const held = ({ user_id }: TestStaff) => cash.get(user_id) ?? 0;
  const add = ({ user_id }: TestStaff, fils: number) => cash.set(user_id, (cash.get(user_id) ?? 0) + fils);
  const timeOf = (number: number) => new Date(began_at + number * MINUTE_MS);
  const openOf = ({ fils, settled_fils }: Booked) => fils - settled_fils;
  const valid = () => ends.filter(({ voided }) => !voided);

  async function deliver(driver: TestStaff, fils: number, at: Date): Promise<void> {
    const order = await addOrder(app.owner, shop, driver, { due_amount_fils: fils });
    const occurred_at = at.toISOString();
    await ok(sendDelivery(app, driver, await prepareDelivery(app, shop, driver, order, { occurred_at })));
    add(driver, fils);
  }

  async function deliverLate(driver: TestStaff, fils: number, at: Date): Promise<void> {
    const minutes_ago = (Date.now() - at.getTime()) / MINUTE_MS;
    const late = await offlineDelivery(app, shop, { driver, due_amount_fils: fils, minutes_ago });
    await ok(sendDelivery(app, driver, late));
    let left_fils = fils;
    for (const { booked } of valid().filter((end) => end.driver === driver && end.at >= at)) {
      if (booked?.kind !== 'over') continue;
      const cancelled_fils = Math.min(left_fils, openOf(booked));
      booked.settled_fils += cancelled_fils;
      left_fils -= cancelled_fils;
    }
    add(driver, left_fils);
  }

  async function end(driver: TestStaff, delta_fils: number, kept: boolean, at: Date): Promise<void> {
    const held_fils = held(driver);
    const amount_fils = Math.max(0, held_fils + delta_fils);
    const prepared = await prepareEnd(app, shop, {
      ...{ driver, amount_fils, estimated_receivables_fils: held_fils, occurred_at: at.toISOString() },
      difference_choice: kept ? 'kept' : 'short_or_over',
    });
    const { id, difference_fils } = await ok<HandoverDone>(sendCommand(app, 'end', shop.admin, prepared));
    const by_fils = amount_fils - held_fils;
    expect(difference_fils).toBe(by_fils);
    const kind = by_fils < 0 ? ('shortage' as const) : ('over' as const);
    const booked = kept || by_fils === 0 ? null : { kind, fils: Math.abs(by_fils), settled_fils: 0 };
    ends.push({ id, driver, amount_fils, at, booked, voided: false });
    add(shop.admin, amount_fils);
    add(driver, booked ? -held_fils : -amount_fils);
  }

  const differenceAt = (which: number) => {
    const all = valid().flatMap((end) => (end.booked ? [{ end, booked: end.booked }] : []));
    return all[which % Math.max(1, all.length)];
  };

  async function idOf({ id }: End): Promise<string> {
    const found = app.owner.selectFrom('cash_differences').select('id').where('handover_id', '=', id);
    return (await found.executeTakeFirstOrThrow()).id;
  }

  async function pay(which: number, fils: number, by: TestStaff): Promise<void> {
    const of = differenceAt(which);
    if (!of) return;
    const payment = { difference_id: await idOf(of.end), amount_fils: fils, by, from: of.end.driver };
    const response = await sendCommand(app, 'settlement', by, await prepareSettlement(app, shop, payment));
    expect(response.status).toBe(fils > openOf(of.booked) ? 409 : 200);
    if (response.status !== 200) return;
    of.booked.settled_fils += fils;
    add(by, of.booked.kind === 'shortage' ? fils : -fils);
  }

  async function writeOff(which: number, fils: number): Promise<void> {
    const of = differenceAt(which);
    if (!of) return;
    const body = { difference_id: await idOf(of.end), amount_fils: fils, ground: 'loss', reason: 'Lost' };
    const response = await postDesk(app, '/approvals/write-offs', shop.manager, body);
    expect(response.status).toBe(fils > openOf(of.booked) ? 409 : 200);
    if (response.status !== 200) return;
    const { approval_id } = await response.json();
    await ok(decideApproval(app, shop.admin, approval_id));
    of.booked.settled_fils += fils;
  }

  async function voidEnd(which: number): Promise<void> {
    const of = ends[which % Math.max(1, ends.length)];
    if (!of) return;
    const { id: record_id, driver, amount_fils, booked } = of;
    const later = valid().some((end) => end.driver === driver && ends.indexOf(end) > ends.indexOf(of));
    const is_settled = booked !== null && booked.settled_fils > 0;
    const blocked = of.voided || later || is_settled || held(shop.admin) < amount_fils;
    const voiding = await prepareVoid(app, shop, { record_type: 'handover', record_id, with: driver });
    const response = await sendCommand(app, 'void', shop.admin, voiding);
    expect(response.status).toBe(blocked ? 409 : 200);
    if (blocked) return;
    of.voided = true;
    add(shop.admin, -amount_fils);
    const difference_fils = !booked ? 0 : booked.kind === 'shortage' ? booked.fils : -booked.fils;
    add(driver, amount_fils + difference_fils);
  }

  async function drop(driver: TestStaff, amount_fils: number): Promise<void> {
    await ok(sendCommand(app, 'drop', shop.admin, await prepareDrop(app, shop, { driver, amount_fils })));
    add(driver, -amount_fils);
    add(shop.admin, amount_fils);
  }

  function take(step: Step): Promise<void> {
    steps += 1;
    const at = timeOf(steps);
    switch (step.do) {
      case 'deliver':
        return deliver(drivers[step.who], step.fils, at);
      case 'deliver late': {
        const made_at = timeOf(Math.max(1, steps - step.steps_ago) - 0.5);
        return deliverLate(drivers[step.who], step.fils, made_at);
      }
      case 'end':
        return end(drivers[step.who], step.delta_fils, step.kept, at);
      case 'pay':
        return pay(step.which, step.fils, step.by_admin ? shop.admin : shop.manager);
      case 'write off':
        return writeOff(step.which, step.fils);
      case 'void':
        return voidEnd(step.which);
      case 'drop':
        return drop(drivers[step.who], step.fils);
    }
  }

  /** Compares the book with the model. */
  async function compare(): Promise<void> {
    for (const person of people) expect(await cashOnHand(app, person)).toBe(held(person));
    const { open, settled, undecided } = await listedDifferences(app, shop.manager);
    expect(undecided).toEqual([]);
    const listed = [...open, ...settled].map((one) => [one.handover_id, one.account, one.open_fils]);
    const expected = valid().flatMap(({ id, booked }) =>
      booked ? [[id, booked.kind, openOf(booked)] as const] : [],
    );
    expect(new Set(listed.map(String))).toEqual(new Set(expected.map(String)));
    await expectConsistent(shop);
  }

  return { shop, take, compare };
}

/** Checks what is true of the book after any commands, concurrent ones too. */
async function expectConsistent(shop: TestShop): Promise<void> {
  const { open, settled } = await listedDifferences(app, shop.manager);
  for (const { amount_fils, open_fils, settlements } of [...open, ...settled]) {
    const settled_fils = settlements.reduce((sum, one) => sum + one.amount_fils, 0);
    expect(open_fils + settled_fils).toBe(amount_fils);
    expect(open_fils).toBeGreaterThanOrEqual(0);
  }
  const equation = await ok<CashEquation>(
    app.send('GET', '/api/desk/cash/equation', { as: shop.manager.session_id }),
  );
  expect(equation).toMatchObject({ is_equal: true, waiting_fils: 0 });
  const openOf = (user_id: string, account: string) =>
    open
      .filter((one) => one.user_id === user_id && one.account === account)
      .reduce((sum, one) => sum + one.open_fils, 0);
  for (const { user_id } of [shop.driver, shop.driver2, shop.admin, shop.manager]) {
    const shown = equation.people.find((one) => one.user_id === user_id);
    expect(shown?.shortage_fils ?? 0).toBe(openOf(user_id, 'shortage'));
    expect(shown?.over_fils ?? 0).toBe(openOf(user_id, 'over'));
  }
  // Each balance is the sum of the movements of its person.
  const { rows: unexplained } = await app.database.owner.query(
    `select user_id, cash_on_hand_fils, moved.fils from cash_tracking t
     join lateral (select sum(case when to_user_id = t.user_id then amount_fils else -amount_fils end) as fils
       from cash_movements m where m.shop_id = t.shop_id and t.user_id in (m.to_user_id, m.from_user_id)) moved on true
     where shop_id = $1 and cash_on_hand_fils <> coalesce(moved.fils, 0)`,
    [shop.shop_id],
  );
  expect(unexplained).toEqual([]);
}

async function expectAddedUp(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 24 }), async (sequence) => {
      const { take, compare } = await history();
      for (const one of sequence) {
        await take(one);
        await compare();
      }
    }),
    { numRuns: runs },
  );
}

type Send = () => Promise<Response>;

/** Prepares the command of a step for the present book; null if there is nothing that it could change. */
async function prepareAgainst(shop: TestShop, step: Step): Promise<Send | null> {
  const { open } = await listedDifferences(app, shop.manager);
  const driver = 'who' in step && step.who === 1 ? shop.driver2 : shop.driver;
  switch (step.do) {
    case 'deliver':
    case 'deliver late': {
      const minutes_ago = 'steps_ago' in step ? step.steps_ago : 0;
      const late = await offlineDelivery(app, shop, { driver, due_amount_fils: step.fils, minutes_ago });
      return () => sendDelivery(app, driver, late);
    }
    case 'drop': {
      const drop = await prepareDrop(app, shop, { driver, amount_fils: step.fils });
      return () => sendCommand(app, 'drop', shop.admin, drop);
    }
    case 'end': {
      const amount_fils = Math.max(0, (await cashOnHand(app, driver)) + step.delta_fils);
      const difference_choice = step.kept ? 'kept' : 'short_or_over';
      const end = await prepareEnd(app, shop, { driver, amount_fils, difference_choice });
      return () => sendCommand(app, 'end', shop.admin, end);
    }
    case 'pay': {
      const of = open[step.which % Math.max(1, open.length)];
      if (!of) return null;
      const by = step.by_admin ? shop.admin : shop.manager;
      const amount_fils = Math.min(step.fils, of.open_fils);
      const payment = await prepareSettlement(app, shop, { difference_id: of.id, by, amount_fils });
      return () => sendCommand(app, 'settlement', by, payment);
    }
    case 'write off': {
      const of = open[step.which % Math.max(1, open.length)];
      if (!of) return null;
      const amount_fils = Math.min(step.fils, of.open_fils);
      const body = { difference_id: of.id, amount_fils };
      const approval_id = await requestedWriteOff(app, shop.manager, body);
      return () => decideApproval(app, shop.admin, approval_id);
    }
    case 'void': {
      const ends = app.owner.selectFrom('cash_handovers').select(['id', 'staff_user_id']);
      const rows = await ends
        .where('shop_id', '=', shop.shop_id)
        .where('handover_type', '=', 'end')
        .execute();
      const of = rows[step.which % Math.max(1, rows.length)];
      if (!of) return null;
      const signer = of.staff_user_id === shop.driver2.user_id ? shop.driver2 : shop.driver;
      const record = { record_type: 'handover', record_id: of.id, with: signer } as const;
      const voiding = await prepareVoid(app, shop, record);
      return () => sendCommand(app, 'void', shop.admin, voiding);
    }
  }
}

async function expectAddedUpAtOnce(runs: number): Promise<void> {
  const groups = fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(groups, async (groups) => {
      const shop = await createTestShop(app.owner);
      for (const group of groups) {
        const sends: Send[] = [];
        for (const one of group) {
          const send = await prepareAgainst(shop, one);
          if (send) sends.push(send);
        }
        for (const response of await Promise.all(sends.map((send) => send()))) {
          expect([200, 404, 409]).toContain(response.status);
        }
        await expectConsistent(shop);
      }
    }),
    { numRuns: runs },
  );
}

const LONG = { tags: ['servers'] };
const IN_TURN =
  'differences, their settlements and the cash of everyone add up after any commands (property)';
const AT_ONCE = 'differences and their settlements add up after concurrent commands (property)';

test(IN_TURN, () => expectAddedUp(5));
test(AT_ONCE, () => expectAddedUpAtOnce(6));
test(`${IN_TURN}: more sequences`, LONG, () => expectAddedUp(80));
test(`${AT_ONCE}: more sequences`, LONG, () => expectAddedUpAtOnce(60));
