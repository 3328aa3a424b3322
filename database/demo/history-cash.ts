import { adjustCash } from '../../server/cash/operator-bookings.ts';
import { runAs } from '../../server/operations/run-as.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { collect, deposit, giveStart, machineWith, recordFloat, takeEnd } from './cash-commands.ts';
import { idOf } from './demo-client.ts';
import { emailOf } from './demo-staff.ts';
import { type Handing, type HistoryDay, WHO_LEFT } from './history-plan.ts';
import { sessionOf } from './running-day.ts';
import { type Event, type History, personAt, shortlyBefore } from './running-history.ts';

/** What staff hand over, collect, deposit and take from the safe on a day, and who leaves. */
export function cashEvents(history: History, planned: HistoryDay): Event[] {
  const { admin, manager } = history;
  const { index, float, starts, ends, collections, adjustment, leaves_at } = planned;
  const words = (what: string) => `history ${index} ${what}`;
  const both = { admin, manager };
  const handing = async ({ driver, amount_fils, machine, at }: Handing, what: string) => ({
    words: words(`${what} ${driver}`),
    driver: personAt(history, driver),
    admin,
    amount_fils,
    machine: machine === null ? null : await machineWith(history, machine),
    when: shortlyBefore(at),
  });
  const floating = (direction: 'issue' | 'return', at: Date): Event => ({
    at,
    run: () => {
      const { amount_fils } = float;
      const asked = { words: words(`float ${direction}`), direction, amount_fils, when: shortlyBefore(at) };
      return recordFloat(history, { ...asked, ...both });
    },
  });
  return [
    ...(adjustment ? [{ at: adjustment.at, run: () => adjust(history, adjustment) }] : []),
    floating('issue', float.out_at),
    ...starts.map((start) => ({
      at: start.at,
      run: async () => giveStart(history, await handing(start, 'start')),
    })),
    ...(planned.deposit ? [depositEvent(history, planned.deposit, words('deposit'))] : []),
    ...ends.map((end) => ({ at: end.at, run: async () => takeEnd(history, await handing(end, 'end')) })),
    ...collections.map(({ driver, amount_fils, at }) => ({
      at,
      run: () => {
        const from = driver === null ? admin : personAt(history, driver);
        const when = shortlyBefore(at);
        return collect(history, { words: words(`collect ${driver}`), from, manager, amount_fils, when });
      },
    })),
    floating('return', float.back_at),
    ...(leaves_at ? [{ at: leaves_at, run: () => disable(history) }] : []),
  ];
}

function depositEvent(history: History, planned: NonNullable<HistoryDay['deposit']>, words: string): Event {
  const { manager } = history;
  const { at, amount_fils, notes } = planned;
  return { at, run: () => deposit(history, { words, manager, amount_fils, notes, when: shortlyBefore(at) }) };
}

/** By the server, which has no command id to find it by: what is there already is looked for. */
async function adjust(history: History, planned: NonNullable<HistoryDay['adjustment']>): Promise<void> {
  const { owner, server, clock } = history;
  const { driver, amount_fils, reason } = planned;
  const { user_id } = personAt(history, driver);
  await inTransaction(owner, async (tx) => {
    if (await findRow(tx, 'cash_adjustments', { shop_id: server.shop_id, user_id, reason }, ['id'])) return;
    await runAs(tx, server, adjustCash, { user_id, amount_fils, reason }, clock());
  });
}

async function disable(history: History): Promise<void> {
  const session = await sessionOf(history, emailOf('admin'));
  const { user_id } = personAt(history, WHO_LEFT);
  await history.client.command(session, '/api/staff/disable', idOf('history disable'), { staff_id: user_id });
}
