import { dayOf } from '../../contract/rules/dates/dates.ts';
import { ATTEMPT_REASONS } from '../../contract/rules/orders/attempt-reasons.ts';
import { isDeliverable } from '../../contract/rules/orders/order-life.ts';
import type { Stop } from '../../web/commands/delivery/stops.ts';
import type { Action } from '../book/book.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { TabProgram } from '../phone/tab-program.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { photo } from './pictures.ts';

/** A driver's actions with stops, except deliveries. */
export type StopActions = {
  /** The driver could not deliver an order; sometimes undoes it, in time or too late. */
  attempt(phone: Phone, random: Random): Promise<void>;
  /** The driver sets out with one stop or all. */
  setOut(phone: Phone, random: Random): Promise<void>;
  /** A customer came after all, after an attempt. */
  customerCame(phone: Phone, random: Random): Promise<void>;
  checkLoad(phone: Phone, random: Random): Promise<void>;
};

type Make = (command_id: string) => Promise<{ command_id: string }>;

const DAY_MS = 86_400_000;

export function createStopActions({
  schedule,
  signedIn,
  stopsOf,
  press,
  makeKnown,
}: {
  schedule: Schedule;
  signedIn(phone: Phone): Tab | null;
  stopsOf(phone: Phone, tab: Tab): Promise<{ stops: readonly Stop[] }>;
  press(phone: Phone, tab: Tab, random: Random, make: (program: TabProgram) => Promise<void>): Promise<void>;
  makeKnown(phone: Phone, program: TabProgram, action: Action, make: Make): Promise<void>;
}): StopActions {
  async function pressSetOut(
    phone: Phone,
    random: Random,
    after_attempt: boolean,
    choose: (ids: readonly string[]) => readonly string[],
  ): Promise<void> {
    const tab = signedIn(phone);
    if (!tab) return;
    const { stops } = await stopsOf(phone, tab);
    const waiting = stops.filter(
      ({ order }) => order.status === 'dispatched' && (!after_attempt || order.attempt),
    );
    if (waiting.length === 0) return;
    const order_ids = choose(waiting.map(({ order }) => order.id));
    const action = { kind: 'set out', order_ids, after_attempt } as const;
    await press(phone, tab, random, (program) =>
      makeKnown(phone, program, action, (command_id) =>
        program.setOut({ order_ids, after_attempt }, command_id),
      ),
    );
  }

  /** Undoes an attempt in the tab that made it, mostly in time. */
  function undoSoon(phone: Phone, tab: Tab, order: Stop['order'], attempt_id: string, random: Random): void {
    const after_ms = random.chance(0.8) ? random.between(300, 8_000) : random.between(14_000, 40_000);
    schedule.after(after_ms, () => {
      if (tab.is_gone() || tab.program.user_id() !== phone.person.user_id) return;
      const { program } = tab;
      makeKnown(phone, program, { kind: 'undo', attempt_id }, (command_id) =>
        program.undoAttempt({ order, attempt_id }, command_id),
      ).catch(() => undefined);
    });
  }

  return {
    async attempt(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { stops } = await stopsOf(phone, tab);
      const out = stops.filter(({ order, confirmed }) => isDeliverable(order.status) && !confirmed);
      const order = (random.chance(0.7) ? out[0] : out.at(-1))?.order;
      if (!order) return;
      const { key: reason, ...needs } = random.pick(ATTEMPT_REASONS);
      const day = dayOf(new Date(schedule.now() + DAY_MS), 'Asia/Dubai');
      const has_photo = needs.needs_photo || random.chance(0.3);
      const attempted = {
        order,
        reason,
        note: needs.needs_note || random.chance(0.2) ? 'The guard knows nobody of this name' : '',
        photo: has_photo ? photo(`of the door of order ${order.order_number}`) : null,
        next: needs.needs_time ? { day, from: '10:00', to: random.chance(0.5) ? '12:30' : null } : null,
        // The shops do not record positions: the server must ignore it.
        position: random.chance(0.3) ? { latitude: 25.08, longitude: 55.14, accuracy_m: 12 } : null,
      };
      const undoes = random.chance(0.4);
      let made: string | null = null;
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, { kind: 'attempt', order_id: order.id, reason }, async (command_id) => {
          const entry = await program.attempt(attempted, command_id);
          made ??= entry.command_id;
          return entry;
        }),
      );
      if (made && undoes) undoSoon(phone, tab, order, made, random);
    },

    setOut: (phone, random) =>
      // A list that is not up to date may name stops with an open attempt: the server skips them.
      pressSetOut(phone, random, false, (ids) => (random.chance(0.6) ? ids : [random.pick(ids)])),

    customerCame: (phone, random) => pressSetOut(phone, random, true, (ids) => [random.pick(ids)]),

    async checkLoad(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { stops } = await stopsOf(phone, tab);
      const checked = stops.map(({ order }) => ({
        order_id: order.id,
        missing: order.items.filter(() => random.chance(0.2)).map(({ id }) => ({ item_id: id, qty: 1 })),
      }));
      if (checked.length === 0) return;
      const order_ids = checked.map(({ order_id }) => order_id);
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, { kind: 'load check', order_ids }, (command_id) =>
          program.checkLoad({ stops: checked }, command_id),
        ),
      );
    },
  };
}
