import { dayOf } from '../../contract/rules/dates/dates.ts';
import type { Book } from '../book/book.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

export type DeskActions = {
  /**
   * The desk decides about orders that could not be delivered, sometimes about others that are with a driver
   * and not on the road; sometimes undoes it, in time or too late.
   */
  decide(phone: Phone, random: Random): Promise<void>;
};

const DECISIONS = [
  'dispatch_orders',
  'postpone_orders',
  'return_orders',
  'cancel_orders',
  'assign_orders',
] as const;

const VIEWS = {
  not_delivered: { view: 'not_delivered', sort: 'attempted', way: 'up' },
  dispatched: { view: 'all', status: 'dispatched', sort: 'age', way: 'up' },
} as const;

const DAY_MS = 86_400_000;

export function createDeskActions({
  book,
  schedule,
  signedIn,
  tell,
}: {
  book: Book;
  schedule: Schedule;
  signedIn(phone: Phone): Tab | null;
  tell(what: string): void;
}): DeskActions {
  /** Promises the orders for the next day, some with a window. */
  function nextTime(random: Random) {
    const day = dayOf(new Date(schedule.now() + DAY_MS), 'Asia/Dubai');
    const [from, to] = random.pick([
      ['10:00', '13:00'],
      ['14:00', '18:30'],
      [null, null],
    ] as const);
    // Dubai is UTC+4 all year.
    return { next: { day, from, to }, promised_at: Date.parse(`${day}T${to ?? '23:59'}:00+04:00`) };
  }

  function undoSoon(phone: Phone, tab: Tab, command_id: string, random: Random): void {
    const after_ms = random.chance(0.8) ? random.between(300, 8_000) : random.between(14_000, 40_000);
    schedule.after(after_ms, () => {
      const as_user = phone.person.user_id;
      if (tab.is_gone() || tab.program.user_id() !== as_user) return;
      tell(`${phone.name}: undo of ${command_id}`);
      const request = { as_user, command_id: tab.program.newId(), body: { command_id } };
      tab.program.ask('undo_orders', request).catch(() => undefined);
    });
  }

  return {
    async decide(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { program } = tab;
      const as_user = phone.person.user_id;
      const view = random.chance(0.8) ? VIEWS.not_delivered : VIEWS.dispatched;
      const { orders } = await program.ask('list_desk_orders', { query: view, as_user });
      const some = orders.filter(() => random.chance(0.6)).slice(0, 5);
      if (some.length === 0) return;
      const seen = some.map(({ id, version }) => ({ order_id: id, version }));
      const order_ids = seen.map(({ order_id }) => order_id);
      const command_id = program.newId();
      const request = { as_user, command_id };
      const decision = random.pick(DECISIONS);
      tell(`${phone.name}: ${decision} ${order_ids.join()} by ${command_id}`);
      if (decision === 'assign_orders') {
        const driver_id = random.pick(orders.flatMap((order) => order.driver_id ?? []));
        await program.ask(decision, { ...request, body: { orders: seen, driver_id } });
        return;
      }
      if (random.chance(0.35)) undoSoon(phone, tab, command_id, random);
      if (decision === 'postpone_orders') {
        const { next, promised_at } = nextTime(random);
        book.postpone({ command_id, shop_id: phone.person.shop_id, order_ids, promised_at });
        await program.ask(decision, { ...request, body: { orders: seen, next } });
        return;
      }
      await program.ask(decision, { ...request, body: { orders: seen } });
    },
  };
}
