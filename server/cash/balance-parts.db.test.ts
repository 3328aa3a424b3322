import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../tests/support/waiting-for-locks.ts';
import { type Database, runTransaction, type Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { cashOf, lockBalanceOf } from './balances.ts';
import { type Holder, type Posted, postMovement } from './movements.ts';

/**
 * A balance is the sum of its parts (decision 36): payments into a balance do not wait for each other,
 * withdrawals from one balance wait for each other. These transactions are not retried, so a deadlock fails
 * the test.
 */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

/** Commits a row that can be a movement's source. Returns its id. */
async function explanation(): Promise<string> {
  const explaining = { shop_id: shop.shop_id, id: newId(), user_id: shop.admin.user_id, amount_fils: 1 };
  await app.owner
    .insertInto('cash_issues')
    .values({ ...explaining, occurred_at: new Date() })
    .execute();
  return explaining.id;
}

type Move = { from: TestStaff | null; to: TestStaff | null; amount_fils: number };

/** Moves cash between two people; null is the safe. Balances do not depend on the kind of movement. */
function move(tx: Tx, source_id: string, { from, to, amount_fils }: Move): Promise<Posted> {
  const holder = (person: TestStaff | null): Holder =>
    person ? { holder: 'staff', user_id: person.user_id } : { holder: 'safe' };
  return postMovement(tx, {
    shop_id: shop.shop_id,
    from: holder(from),
    to: holder(to),
    amount_fils,
    reason: 'collection',
    source_type: 'cash_issue',
    source_id,
    command_id: null,
    occurred_at: new Date(),
    may_wait: false,
  });
}

async function moved(from: TestStaff | null, to: TestStaff | null, amount_fils: number): Promise<Posted> {
  const source_id = await explanation();
  return runTransaction(app.owner, (tx) => move(tx, source_id, { from, to, amount_fils }));
}

/** The same as `moved`, but leaves the transaction open. */
async function moving(from: TestStaff | null, to: TestStaff | null, amount_fils: number) {
  const source_id = await explanation();
  return opened(app.owner, (tx) => move(tx, source_id, { from, to, amount_fils }));
}

async function actAs(tx: Tx, person: TestStaff): Promise<void> {
  await sql`select * from begin_request(${person.session_id}::uuid)`.execute(tx);
}

const heldBy = async ({ user_id }: TestStaff) =>
  (await inTransaction(app.owner, (tx) => cashOf(tx, shop.shop_id, user_id))).cash_on_hand_fils;

async function partsOf({ user_id }: TestStaff): Promise<number> {
  const parts = await app.owner
    .selectFrom('cash_tracking_parts')
    .select('part')
    .where('user_id', '=', user_id)
    .execute();
  return parts.length;
}

/** Runs `work` in a transaction that stays open until `commit` is called. */
async function opened<T>(database: Database, work: (tx: Tx) => Promise<T>) {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  let ended: Promise<void> = closed;
  const result = await new Promise<T>((done, failed) => {
    ended = runTransaction(database, async (tx) => {
      done(await work(tx));
      await closed;
    });
    ended.catch(failed);
  });
  const commit = (): Promise<void> => {
    close();
    return ended;
  };
  return { result, commit };
}

describe('a balance', () => {
  it('accepts several concurrent payments without waiting', async () => {
    await moved(null, shop.manager, 1);
    const open = [
      await moving(null, shop.manager, 20),
      await moving(null, shop.manager, 300),
      await moving(null, shop.manager, 4_000),
    ];
    // Each transaction sees the committed total and its own payment.
    expect(open.map(({ result }) => result.to_total_fils)).toEqual([21, 301, 4_001]);
    expect(await heldBy(shop.manager)).toBe(1);
    for (const { commit } of open) await commit();
    expect(await heldBy(shop.manager)).toBe(4_321);
    expect(await partsOf(shop.manager)).toBe(3);
    expect(await moved(null, shop.manager, 50_000)).toMatchObject({ to_total_fils: 54_321 });
    expect(await partsOf(shop.manager)).toBe(3);
    // A withdrawal merges the parts.
    expect(await moved(shop.manager, null, 54_000)).toMatchObject({ from_total_fils: 321 });
    expect([await heldBy(shop.manager), await partsOf(shop.manager)]).toEqual([321, 1]);
  });

  it('keeps one part without concurrent payments', async () => {
    for (const amount_fils of [1, 20, 300]) await moved(null, shop.driver, amount_fils);
    await moved(shop.driver, shop.manager, 5_000);
    expect([await heldBy(shop.driver), await partsOf(shop.driver)]).toEqual([-4_679, 1]);
  });

  it('is merged except for a part that another transaction is writing', async () => {
    await moved(null, shop.manager, 1);
    const giving = await moving(null, shop.manager, 20);
    await moved(null, shop.manager, 300);
    expect(await moved(shop.manager, null, 100)).toMatchObject({ from_total_fils: 201 });
    expect(await partsOf(shop.manager)).toBe(2);
    await giving.commit();
    expect(await heldBy(shop.manager)).toBe(221);
  });

  it('serialises withdrawals', async () => {
    const first = await moving(shop.driver, null, 100);
    const second = moved(shop.driver, shop.manager, 20);
    await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
    await first.commit();
    expect(await second).toMatchObject({ from_total_fils: -120, to_total_fils: 20 });
  });

  it('accepts payments but no withdrawals while it is locked', async () => {
    await moved(null, shop.driver, 1_000);
    const locking = await opened(app.requests, async (tx) => {
      await actAs(tx, shop.manager);
      return lockBalanceOf(tx, shop.driver.user_id);
    });
    expect(locking.result).toBe(1_000);
    expect(await moved(null, shop.driver, 500)).toMatchObject({ to_total_fils: 1_500 });
    const taking = moved(shop.driver, null, 1_200);
    await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
    await locking.commit();
    expect(await taking).toMatchObject({ from_total_fils: 300 });
  });

  it('includes payments and withdrawals made during the wait for its lock', async () => {
    await moved(null, shop.driver, 1_000);
    const taking = await moving(shop.driver, null, 300);
    const locked = runTransaction(app.requests, async (tx) => {
      await actAs(tx, shop.manager);
      return lockBalanceOf(tx, shop.driver.user_id);
    });
    await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
    await moved(null, shop.driver, 50);
    await taking.commit();
    expect(await locked).toBe(750);
  });
});

type Step =
  | { kind: 'move'; from: number; to: number; amount_fils: number }
  | { kind: 'collect'; by: 0 | 1; from: number; percent: number };

/** An index above those of the people, for the safe. */
const SAFE = 5;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({
        kind: fc.constant('move' as const),
        from: fc.nat({ max: SAFE }),
        to: fc.nat({ max: SAFE }),
        amount_fils: fc.integer({ min: 1, max: 100_000 }),
      })
      .filter(({ from, to }) => from !== to),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        kind: fc.constant('collect' as const),
        by: fc.constantFrom(0 as const, 1 as const),
        from: fc.nat({ max: SAFE - 1 }),
        percent: fc.integer({ min: 1, max: 100 }),
      })
      .filter(({ by, from }) => by !== from),
  },
);
/** The steps of one group run concurrently. */
const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });

/** Collects a share of a person's locked balance, and compares that balance with the movements. */
async function collect(by: TestStaff, from: TestStaff, percent: number, gets_meanwhile: boolean) {
  const source_id = await explanation();
  return runTransaction(app.requests, async (tx) => {
    await actAs(tx, by);
    const held_fils = await lockBalanceOf(tx, from.user_id);
    const { booked_fils } = await oneRow(
      tx,
      sql<{ booked_fils: number }>`
        select coalesce(sum(case when to_user_id = ${from.user_id} then amount_fils else -amount_fils end), 0)::bigint
          as booked_fils from cash_movements where ${from.user_id} in (from_user_id, to_user_id)`,
    );
    if (gets_meanwhile) expect(held_fils).toBeLessThanOrEqual(booked_fils);
    else expect(held_fils).toBe(booked_fils);
    const amount_fils = Math.floor((held_fils * percent) / 100);
    if (amount_fils <= 0) return 0;
    const { from_total_fils } = await move(tx, source_id, { from, to: by, amount_fils });
    expect(from_total_fils).toBeGreaterThanOrEqual(held_fils - amount_fils);
    return amount_fils;
  });
}

async function expectSumOfMovements(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(groups, async (mix) => {
      shop = await createTestShop(app.owner);
      const other_manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Other Manager', false);
      const people = [shop.manager, other_manager, shop.admin, shop.driver, shop.driver2];
      const held = new Map(people.map((person) => [person, 0]));
      const note = (from: TestStaff | null, to: TestStaff | null, amount_fils: number) => {
        if (from) held.set(from, (held.get(from) ?? 0) - amount_fils);
        if (to) held.set(to, (held.get(to) ?? 0) + amount_fils);
      };
      const run = async (step: Step, group: Step[]) => {
        const from = people[step.from] ?? null;
        if (step.kind === 'move') {
          const to = people[step.to] ?? null;
          await moved(from, to, step.amount_fils);
          return note(from, to, step.amount_fils);
        }
        const by = people[step.by];
        if (!by || !from) throw new Error('a collection has two people');
        const gets_meanwhile = group.some((other) =>
          other.kind === 'move' ? other.to === step.from : other.by === step.from,
        );
        note(from, by, await collect(by, from, step.percent, gets_meanwhile));
      };
      for (const group of mix) await Promise.all(group.map((step) => run(step, group)));
      for (const person of people) expect(await heldBy(person)).toBe(held.get(person));
      const found = (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);
      expect(found.filter(({ kind }) => kind === 'balance' || kind === 'shop_total')).toEqual([]);
    }),
    { numRuns: runs },
  );
}

const NAME = 'a balance is the sum of its movements after any concurrent mix of moves and collections';
it(NAME, () => expectSumOfMovements(8));
it(`${NAME}: more mixes`, { tags: ['servers'] }, () => expectSumOfMovements(25));
