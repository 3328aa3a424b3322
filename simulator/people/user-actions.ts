import type { Stops } from '../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import { isDeliverable } from '../../contract/rules/orders/order-life.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { consentTo } from '../../web/commands/delivery/as-taken.ts';
import type { Action, Book, Press } from '../book/book.ts';
import type { Shop } from '../database/fresh-shops.ts';
import type { Faults } from '../faults.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { TabProgram } from '../phone/tab-program.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { type ApprovalActions, createApprovalActions } from './approval-actions.ts';
import { type CashActions, createCashActions } from './cash-actions.ts';
import { createDeskActions, type DeskActions } from './desk-actions.ts';
import { createPaymentActions, type PaymentActions } from './payment-actions.ts';
import { photo } from './pictures.ts';
import { createStopActions, type StopActions } from './stop-actions.ts';
import { fillForm } from './taken-at-door.ts';
import { createVoidActions, type VoidActions } from './void-actions.ts';

/** The actions of people with their phones. A failed action is not repeated. */
export type UserActions = StopActions &
  DeskActions &
  CashActions &
  PaymentActions &
  VoidActions &
  ApprovalActions & {
    deliver(phone: Phone, random: Random): Promise<void>;
    /** A driver changes the order of his stops. */
    arrange(phone: Phone, random: Random): Promise<void>;
    /**
     * Handles the pending commands: retries held ones or, with `gives_up`, discards some, and dismisses
     * refused ones.
     */
    pressAgain(phone: Phone, random: Random, gives_up: boolean): Promise<void>;
  };

export function createUserActions({
  book,
  faults,
  schedule,
  shops,
  tell,
}: {
  book: Book;
  faults: Faults;
  schedule: Schedule;
  shops: readonly Shop[];
  tell(what: string): void;
}): UserActions {
  const rounding_shops = new Set(shops.flatMap(({ shop_id, rounds_cash }) => (rounds_cash ? shop_id : [])));
  /** The stops that each driver's phone showed last, and still shows without signal. */
  const shown = new Map<string, Stops>();

  function signedIn(phone: Phone): Tab | null {
    const tab = phone.front() ?? phone.tabs()[0];
    return tab && tab.program.user_id() === phone.person.user_id && tab.program.profile() ? tab : null;
  }

  /** Presses once; sometimes a second time, in this tab or in another one. */
  async function press(
    phone: Phone,
    tab: Tab,
    random: Random,
    make: (program: TabProgram, again: boolean) => Promise<void>,
  ): Promise<void> {
    const [twice, elsewhere] = [random.chance(0.12), random.chance(0.08)];
    const other = phone.tabs().find((one) => one !== tab && one.program.user_id() === phone.person.user_id);
    const presses = [make(tab.program, false)];
    if (twice) {
      faults.count('tapped twice');
      presses.push(make(tab.program, true));
    }
    if (elsewhere && other) {
      faults.count('tapped in two tabs');
      presses.push(make(other.program, true));
    }
    await Promise.all(presses);
  }

  /** Returns the stops that the driver's phone shows; without signal, the last known ones. */
  async function stopsOf(phone: Phone, { program }: Tab) {
    const as_user = phone.person.user_id;
    const response = await program.ask('list_stops', { as_user }).catch(() => null);
    if (response) shown.set(phone.name, response);
    const known = shown.get(phone.name);
    return known ? program.stops(known) : { stops: [], arranged_from: null };
  }

  async function makeKnown(
    phone: Phone,
    program: TabProgram,
    action: Action,
    make: (command_id: string) => Promise<{ command_id: string }>,
  ): Promise<void> {
    const command_id = program.newId();
    const press: Press = { phone: phone.name, person: phone.person, action };
    book.press(press, command_id);
    const entry = await make(command_id);
    // The id differs if an earlier command about the same subject is still pending: then no new one was made.
    if (entry.command_id === command_id) {
      book.noteStored(press, command_id);
      tell(`${phone.name} has ${action.kind} ${command_id}`);
    }
  }

  const hands = { book, schedule, signedIn, press, makeKnown, tell };

  return {
    ...createStopActions({ ...hands, stopsOf }),
    ...createDeskActions(hands),
    ...createCashActions(hands),
    ...createPaymentActions(hands),
    ...createVoidActions(hands),
    ...createApprovalActions(hands),

    async deliver(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { stops } = await stopsOf(phone, tab);
      const older_page = random.chance(0.15);
      const out = stops
        // A page of an older build offers an order also after an attempt.
        .filter(
          ({ order, confirmed }) =>
            !confirmed && (isDeliverable(order.status) || (older_page && order.attempt)),
        )
        .map(({ order }) => order);
      const order = random.chance(0.8) ? out[0] : out.at(-1);
      if (!order) return;
      const booked = book.order(order.id);
      if (!booked) return;
      const luck = random.branch(`what was taken for ${order.id}`);
      // A few pages know an older setting of the shop.
      const rounds_cash = rounding_shops.has(phone.person.shop_id) !== luck.chance(0.05);
      const consent_id = consentTo(order);
      const given = { order, booked, tender: order.payment_status === 'paid' ? null : tenderOf(order) };
      const { tender, as_taken, at_door } = fillForm({ ...given, rounds_cash, consent_id }, luck);
      const action: Action = at_door
        ? { kind: 'delivery as taken', order_id: order.id, ...at_door }
        : { kind: 'delivery', order_id: order.id, due_fils: order.due_amount_fils, tender };
      const draft = {
        photo: photo(`of order ${order.order_number}`),
        customer_name: 'Layla Haddad',
        receipt_confirmed: true,
        payment_received: true,
        tender,
        as_taken,
      };
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) =>
          program.deliver({ order, draft, rounds_cash }, command_id),
        ),
      );
    },

    async arrange(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      // Often makes several changes in a row.
      for (let turn = random.between(1, 3); turn > 0; turn--) {
        const { stops, arranged_from } = await stopsOf(phone, tab);
        if (stops.length < 2) return;
        const ids = stops.map(({ order }) => order.id);
        const moved = random.pick(ids);
        const order_ids = ids.filter((id) => id !== moved);
        order_ids.splice(random.between(0, order_ids.length), 0, moved);
        const arranged = { from_arrangement: arranged_from, order_ids };
        await makeKnown(phone, tab.program, { kind: 'arrangement', order_ids }, (command_id) =>
          tab.program.arrange(arranged, command_id),
        );
      }
    },

    async pressAgain(phone, random, gives_up) {
      const tab = signedIn(phone);
      if (!tab) return;
      const own = tab.program.entries().filter(({ user_id }) => user_id === phone.person.user_id);
      for (const { command_id, state, problem } of own) {
        if (state === 'held' && gives_up && random.chance(0.3)) {
          await tab.program.discard(command_id);
          if (!isKept(phone, command_id)) book.noteOutcome(command_id, { how: 'given up' });
        } else if (state === 'held') {
          await tab.program.sendAgain(command_id);
        } else if (state === 'refused') {
          book.noteOutcome(command_id, { how: 'refused', code: problem?.code ?? 'unknown' });
          await tab.program.discard(command_id);
        }
      }
    },
  };
}

/** Depends on the order's id only, so that a repeated press selects the same tender. */
function tenderOf({ id }: Order): 'cash' | 'card_machine' {
  return Number.parseInt(id.slice(0, 2), 16) < 190 ? 'cash' : 'card_machine';
}

/**
 * Returns true if the phone still stores the command. A tab may show an older state than its phone's disk.
 */
function isKept(phone: Phone, command_id: string): boolean {
  const kept = phone.disk.entries() as { command_id: string }[];
  return kept.some((entry) => entry.command_id === command_id);
}
