import fc from 'fast-check';
import { expect } from 'vitest';
import { heldBy } from '../../server/cash/balances.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import type { TestApp } from './test-app.ts';
import {
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from './test-handover.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

/** A cash command of an admin or manager, as a step of a property test. */
export type TableStep = {
  kind: 'start' | 'end' | 'collection' | 'deposit';
  /** The driver by index; 2 is the admin, from whom cash can only be collected. */
  who: 0 | 1 | 2;
  amount_fils: number;
  /** True if an end of day names the displayed balance and a collection takes all of it. */
  shown: boolean;
  times: number;
};

export const tableStep: fc.Arbitrary<TableStep> = fc.record({
  kind: fc.constantFrom('start', 'end', 'collection', 'deposit'),
  who: fc.constantFrom(0, 1, 2),
  amount_fils: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200_000 })),
  shown: fc.boolean(),
  times: fc.integer({ min: 1, max: 3 }),
});

export type TableCommand = {
  kind: TableStep['kind'];
  by: TestStaff;
  from: string | null;
  to: string | null;
  amount_fils: number;
  prepared: Prepared<object>;
  /** The reply, once the command has been executed. */
  answer: string | null;
};

/** Prepares one command and sends it concurrently, as often as the step requires. */
export async function runTableStep(
  app: TestApp,
  shop: TestShop,
  made: TableCommand[],
  step: TableStep,
): Promise<void> {
  const command = await prepare(app, shop, step);
  made.push(command);
  await Promise.all(Array.from({ length: step.times }, () => send(app, command)));
}

/** Resends every command until it gets a final response; executed ones return their stored reply. */
export async function settleTable(app: TestApp, made: TableCommand[]): Promise<void> {
  for (const command of made) expect([200, 409, 422]).toContain(await send(app, command));
}

/** Returns the net effect of these commands on a user's cash, in fils. */
export function netOf(made: TableCommand[], user_id: string): number {
  return made
    .filter(({ answer }) => answer !== null)
    .reduce((sum, { from, to, amount_fils }) => {
      if (to === user_id) return sum + amount_fils;
      return from === user_id ? sum - amount_fils : sum;
    }, 0);
}

async function send(app: TestApp, command: TableCommand): Promise<number> {
  const answer = await sendCommand(app, command.kind, command.by, command.prepared);
  const text = await answer.text();
  if (answer.status !== 200) return answer.status;
  expect(command.answer ?? text).toBe(text);
  command.answer = text;
  return answer.status;
}

async function prepare(app: TestApp, shop: TestShop, step: TableStep): Promise<TableCommand> {
  const { admin, manager } = shop;
  const { kind, amount_fils } = step;
  const driver = step.who === 1 ? shop.driver2 : shop.driver;
  const held = (who: TestStaff) => inTransaction(app.owner, (tx) => heldBy(tx, shop.shop_id, who.user_id));
  const common = { kind, amount_fils, answer: null };
  switch (kind) {
    case 'start': {
      const prepared = await prepareStart(app, shop, { driver, amount_fils });
      return { ...common, by: admin, from: admin.user_id, to: driver.user_id, prepared };
    }
    case 'end': {
      const estimated_receivables_fils = step.shown ? await held(driver) : null;
      const prepared = await prepareEnd(app, shop, { driver, amount_fils, estimated_receivables_fils });
      return { ...common, by: admin, from: driver.user_id, to: admin.user_id, prepared };
    }
    case 'collection': {
      const from = step.who === 2 ? admin : driver;
      const all = step.shown ? await held(from) : 0;
      const taken = { amount_fils: all > 0 ? all : amount_fils };
      const prepared = await prepareCollection(app, shop, { from, ...taken });
      return { ...common, ...taken, by: manager, from: from.user_id, to: manager.user_id, prepared };
    }
    case 'deposit': {
      const prepared = await prepareDeposit(app, shop, { amount_fils });
      return { ...common, by: manager, from: manager.user_id, to: null, prepared };
    }
  }
}
