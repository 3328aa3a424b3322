import type { OpenPayments } from '../../contract/operations/desk/payments/list-open-payments.schema.ts';
import type { EndpointBody, EndpointResponse } from '../../contract/operations/endpoint-schemas.ts';
import { EXPENSE_KINDS } from '../../contract/rules/expenses.ts';
import type { Action, BookEntry } from '../book/book.ts';
import type { Taken } from '../book/payment-records.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import type { Hands } from './hands.ts';
import { photo } from './pictures.ts';

/** The actions of people about payments after deliveries, and about expenses. */
export type PaymentActions = {
  /** A driver or a manager collects an amount owed, mostly in part, rarely too much. */
  collectOwed(phone: Phone, random: Random): Promise<void>;
  /** A manager matches a payment by link or transfer, sometimes with another reference. */
  matchPayment(phone: Phone, random: Random): Promise<void>;
  /** An admin or a manager requests not to collect an amount owed. Two requests may exceed it together. */
  requestWaiver(phone: Phone, random: Random): Promise<void>;
  /** A driver requests the consent to hand an order over without any payment. */
  requestConsent(phone: Phone, random: Random): Promise<void>;
  /** A driver corrects an own delivery, or a manager one of another person. */
  correct(phone: Phone, random: Random): Promise<void>;
  /** A person spends cash; admins and managers also pay customers back. */
  spend(phone: Phone, random: Random): Promise<void>;
};

type DeskCommand = 'match_payment' | 'request_waiver' | 'request_unpaid_delivery';
type OpenList = 'owed' | 'to_match' | 'refunds';

export function createPaymentActions(hands: Hands): PaymentActions {
  const { book, signedIn, press, makeKnown, tell } = hands;

  /** Sends a command that the phone does not keep. Without a response, it may have been recorded. */
  async function send<N extends DeskCommand>(
    phone: Phone,
    { program }: Tab,
    name: N,
    body: EndpointBody<N>,
    action: Action,
  ): Promise<EndpointResponse<N> | null> {
    const { person } = phone;
    const command_id = program.newId();
    book.press({ phone: phone.name, person, action }, command_id);
    tell(`${phone.name}: ${action.kind} ${command_id}`);
    const reply = await program.ask(name, { command_id, body, as_user: person.user_id }).catch(() => null);
    if (reply) book.noteOutcome(command_id, { how: 'done', body: JSON.stringify(reply) });
    return reply;
  }

  async function openPayments({ program }: Tab, { person }: Phone, list: OpenList) {
    const request = { query: { list }, as_user: person.user_id };
    const { rows } = await program.ask('list_open_payments', request);
    return rows;
  }

  /** The orders on which this person may collect. */
  async function owedTo(phone: Phone, tab: Tab): Promise<OwedOrder[]> {
    const as_user = phone.person.user_id;
    if (phone.person.role === 'Manager') return openPayments(tab, phone, 'owed');
    return (await tab.program.ask('list_owed_at_door', { as_user })).orders;
  }

  /** The deliveries of the shop that may be corrected, newest last. */
  function correctable({ person }: Phone): BookEntry[] {
    const is_manager = person.role === 'Manager';
    return book
      .all()
      .filter(
        ({ action, outcome, person: by }) =>
          (action.kind === 'delivery' || action.kind === 'delivery as taken') &&
          by.shop_id === person.shop_id &&
          (by === person
            ? outcome === null || outcome.how === 'done'
            : is_manager && outcome?.how === 'done'),
      );
  }

  return {
    async collectOwed(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const owed = await owedTo(phone, tab);
      if (owed.length === 0) return;
      const { order_id, order_number, driver_id, owed_fils } = random.pick(owed);
      const taken = takenOf(amountOf(owed_fils, random), random);
      const order = { order_id, order_number, driver_id, owed_fils };
      const action = { kind: 'later payment', order_id, taken } as const;
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) =>
          program.collectOwed({ order, customer_name: 'Layla Haddad', taken }, command_id),
        ),
      );
    },

    async matchPayment(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const payments = (await openPayments(tab, phone, 'to_match')).flatMap((row) => row.payments);
      if (payments.length === 0) return;
      const { source_id, tender, amount_fils, reference: recorded } = random.pick(payments);
      const reference = random.chance(0.1) ? `${recorded}0` : recorded;
      const outcome = random.chance(0.7) ? ('received' as const) : ('not_received' as const);
      const body = { source_id, tender, reference, amount_fils, outcome };
      const action = { kind: 'match', source_id, tender, amount_fils, matched_as: outcome } as const;
      await send(phone, tab, 'match_payment', body, action);
    },

    async requestWaiver(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const owed = await openPayments(tab, phone, 'owed');
      if (owed.length === 0) return;
      const { order_id, owed_fils } = random.pick(owed);
      const about = { order_id, amount_fils: random.chance(0.6) ? owed_fils : amountOf(owed_fils, random) };
      const body = { ...about, reason: 'The goods arrived late' };
      await send(phone, tab, 'request_waiver', body, { kind: 'waiver request', ...about });
    },

    async requestConsent(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const as_user = phone.person.user_id;
      const { stops } = await tab.program.ask('list_stops', { as_user });
      const due = stops.filter(({ due_amount_fils }) => due_amount_fils > 0);
      if (due.length === 0) return;
      const { id: order_id } = random.pick(due);
      const body = { order_id, reason: 'The customer has no money' };
      await send(phone, tab, 'request_unpaid_delivery', body, { kind: 'consent request', order_id });
    },

    async correct(phone, random) {
      const tab = signedIn(phone);
      const deliveries = correctable(phone);
      if (!tab || deliveries.length === 0) return;
      const delivery = random.pick(random.chance(0.7) ? deliveries.slice(-3) : deliveries);
      const { action: delivered, command_id: delivery_command_id, outcome, person: by } = delivery;
      if (delivered.kind !== 'delivery' && delivered.kind !== 'delivery as taken') return;
      const { order_id } = delivered;
      const earlier = book.all().filter((one) => isCorrectionOf(one, delivery));
      const before = earlier.at(-1)?.action ?? delivered;
      const taken = correctedOf(takenIn(before), random);
      const customer_name = random.chance(0.3) ? 'Laila Hadad' : nameIn(before);
      const confirmation_id =
        outcome?.how === 'done' ? (JSON.parse(outcome.body) as Delivered).confirmation_id : null;
      const { order_number = '' } = book.order(order_id) ?? {};
      const corrected = {
        order_id,
        order_number,
        due_fils: 0,
        // The server grants what its rule allows.
        rounding_fils: random.chance(0.5) ? 24 : 0,
        delivery_command_id,
        confirmation_id,
        driver_id: by.driver_id ?? 0,
        driver_name: by.full_name,
        corrections: earlier.length,
        customer_name,
        taken,
        photo: random.chance(0.3) ? photo(`of order ${order_id} again`) : null,
      };
      const is_own = by === phone.person;
      const action: Action = {
        kind: 'correction',
        delivery_id: delivery_command_id,
        order_id,
        customer_name,
        taken,
      };
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) =>
          is_own ? program.correctOwn(corrected, command_id) : program.correctOther(corrected, command_id),
        ),
      );
    },

    async spend(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const pays_back = phone.person.role !== 'Driver' && random.chance(0.6);
      const refunds = pays_back ? await openPayments(tab, phone, 'refunds') : [];
      const refund = refunds.length > 0 ? random.pick(refunds) : null;
      const spent = refund
        ? { spent_for: 'customer_refund', amount_fils: amountOf(refund.refund_fils, random) }
        : { spent_for: random.pick(EXPENSE_KINDS), amount_fils: random.between(1, 40) * 25 };
      const refund_of = refund && { order_id: refund.order_id, order_number: refund.order_number };
      const action = { kind: 'expense request', ...spent, order_id: refund?.order_id ?? null } as const;
      const slip = photo(`of a slip of ${spent.amount_fils}`);
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) =>
          program.spend(
            { kind: spent.spent_for, amount_fils: spent.amount_fils, slip, refund_of },
            command_id,
          ),
        ),
      );
    },
  };
}

type Delivered = { confirmation_id: string };

type OwedOrder = Pick<OpenPayments['rows'][number], 'order_id' | 'order_number' | 'driver_id' | 'owed_fils'>;

/** Mostly the whole or a part of an open amount, rarely more. */
function amountOf(open_fils: number, random: Random): number {
  if (random.chance(0.08)) return open_fils + random.between(1, 300);
  return random.chance(0.5) ? open_fils : random.between(1, Math.max(1, open_fils));
}

/** Divides an amount over one or two tenders. */
function takenOf(fils: number, random: Random): Taken {
  const first_fils = random.chance(0.7) ? fils : random.between(0, fils);
  const taken: Taken = { cash_fils: 0, card_fils: 0, link: null, transfer: null };
  for (const amount_fils of [first_fils, fils - first_fils]) {
    if (amount_fils === 0) continue;
    const reference = `R-${random.between(100, 999)}`;
    switch (random.pick(['cash', 'cash', 'card', 'link', 'transfer'] as const)) {
      case 'cash':
        taken.cash_fils += amount_fils;
        break;
      case 'card':
        taken.card_fils += amount_fils;
        break;
      case 'link':
        taken.link = { amount_fils: amount_fils + (taken.link?.amount_fils ?? 0), reference };
        break;
      case 'transfer':
        taken.transfer = { amount_fils: amount_fils + (taken.transfer?.amount_fils ?? 0), reference };
        break;
    }
  }
  return taken;
}

/** The payment as the user corrects it: another tender, another amount, or unchanged. */
function correctedOf(before: Taken, random: Random): Taken {
  const { cash_fils, card_fils } = before;
  if (random.chance(0.2)) return before;
  if (random.chance(0.45)) return { ...before, cash_fils: card_fils, card_fils: cash_fils };
  const more_fils = random.between(-20, 20) * 25;
  return { ...before, cash_fils: Math.max(0, cash_fils + more_fils) };
}

function takenIn(action: Action): Taken {
  if (action.kind === 'delivery as taken' || action.kind === 'correction') return action.taken;
  const none: Taken = { cash_fils: 0, card_fils: 0, link: null, transfer: null };
  if (action.kind !== 'delivery' || action.tender === null) return none;
  return action.tender === 'cash'
    ? { ...none, cash_fils: action.due_fils }
    : { ...none, card_fils: action.due_fils };
}

function nameIn(action: Action): string {
  return action.kind === 'correction' ? action.customer_name : 'Layla Haddad';
}

/** True for a recorded correction of this delivery, as far as the person knows. */
function isCorrectionOf({ action, outcome }: BookEntry, { command_id }: BookEntry): boolean {
  if (action.kind !== 'correction' || action.delivery_id !== command_id || outcome?.how !== 'done')
    return false;
  return (JSON.parse(outcome.body) as { approval_id?: string | null }).approval_id == null;
}
