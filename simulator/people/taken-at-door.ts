import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import type { AsTakenDraft } from '../../web/offline/drafts/as-taken-draft.ts';
import type { Taken, TakenAtDoor } from '../book/payment-records.ts';
import { type BookedOrder, priceOfPart, type Refused } from '../book/shares.ts';
import type { Random } from '../random.ts';

/** A form of a delivery as a driver fills it in, and the same entries for the book. */
export type FilledForm = {
  tender: 'cash' | 'card_machine' | null;
  as_taken: AsTakenDraft | null;
  at_door: TakenAtDoor | null;
};

/** The last fils of an amount, which no coin can pay. */
const COIN_FILS = 25;
const ALL_ROUNDING_FILS = 24;
const REASONS = ['not_wanted', 'damaged', 'wrong_item', 'other'] as const;
const SHORT_REASON = 'The customer had no more cash';

type Given = {
  order: OrderWithItems;
  booked: BookedOrder;
  tender: 'cash' | 'card_machine' | null;
  /** True if the form rounds cash down; it may know an older setting. */
  rounds_cash: boolean;
  /** The driver's approved consent to hand over without any payment. */
  consent_id: string | null;
};

/**
 * Fills in a form: often for all goods and all that is due, otherwise for a part of the goods, or with more,
 * less or other payments. `at_door` is null if the form is that of a plain delivery.
 */
export function fillForm(given: Given, random: Random): FilledForm {
  const { order, booked, tender, rounds_cash, consent_id } = given;
  const refused = random.chance(0.25) ? refusedOf(booked, random) : {};
  const { total_fils } = priceOfPart(booked, refused);
  const due_fils = Math.max(0, total_fils - booked.paid_fils - order.taken_fils);
  const is_part = Object.keys(refused).length > 0;
  const common = { refused, received_fils: null, rounding_fils: 0, consent_id: null };
  if (due_fils === 0 || tender === null || order.due_amount_fils === 0) {
    if (!is_part) return { tender, as_taken: null, at_door: null };
    return { tender, as_taken: draftOf(refused, {}), at_door: { ...common, taken: NOTHING } };
  }
  if (consent_id !== null) {
    const as_taken = draftOf(refused, { received: '0', card: '0', short_reason: SHORT_REASON });
    const at_door = { ...common, taken: NOTHING, received_fils: 0, consent_id };
    return {
      tender: 'cash',
      as_taken,
      at_door: { ...at_door, rounding_fils: rounds_cash ? ALL_ROUNDING_FILS : 0 },
    };
  }
  if (!is_part && random.chance(0.6)) return wholeAmount(due_fils, tender, rounds_cash);
  return { ...entered(due_fils, refused, rounds_cash, random), tender: 'cash' };
}

const NOTHING: Taken = { cash_fils: 0, card_fils: 0, link: null, transfer: null };

/** All that is due by one tender. Cash is rounded without a further entry. */
function wholeAmount(due_fils: number, tender: 'cash' | 'card_machine', rounds_cash: boolean): FilledForm {
  const rounding_fils = rounds_cash && tender === 'cash' ? due_fils % COIN_FILS : 0;
  if (rounding_fils === 0) return { tender, as_taken: null, at_door: null };
  const taken = { ...NOTHING, cash_fils: due_fils - rounding_fils };
  const none = { refused: {}, received_fils: null, consent_id: null };
  return { tender, as_taken: null, at_door: { ...none, taken, rounding_fils } };
}

/** Amounts of several tenders, entered one by one: exact, less or more than due. */
function entered(due_fils: number, refused: Refused, rounds_cash: boolean, random: Random) {
  const parts = splitOf(due_fils, random);
  const rounds = rounds_cash && parts.cash_fils % COIN_FILS > 0;
  const whole_cash_fils = rounds ? parts.cash_fils - (parts.cash_fils % COIN_FILS) : parts.cash_fils;
  const less_fils = random.chance(0.45) ? random.between(0, whole_cash_fils) : 0;
  const more_fils = less_fils === 0 && random.chance(0.25) ? random.between(1, 60) * 25 : 0;
  const is_tip = more_fils > 0 && random.chance(0.5);
  const cash_fils = Math.max(0, whole_cash_fils - less_fils + more_fils);
  const change_fils = random.chance(0.5) ? random.between(1, 40) * 25 : 0;
  const pending_fils = parts.link_fils + parts.transfer_fils;
  if (cash_fils + parts.card_fils + pending_fils === 0)
    return entered(due_fils, refused, rounds_cash, random);
  const [link, transfer] = [
    referred('L', parts.link_fils, random),
    referred('T', parts.transfer_fils, random),
  ];
  const as_taken = draftOf(refused, {
    received: text(cash_fils + change_fils),
    change: text(change_fils),
    card: text(parts.card_fils),
    link: link === null ? '' : text(link.amount_fils),
    link_reference: link?.reference ?? '',
    transfer: transfer === null ? '' : text(transfer.amount_fils),
    transfer_reference: transfer?.reference ?? '',
    extra: more_fils === 0 ? null : is_tip ? 'tip' : 'owed',
    short_reason: SHORT_REASON,
  });
  // A tip above a rounded amount is what was given above all that is due.
  const over_fils = Math.max(0, cash_fils - parts.cash_fils);
  const tip_fils = is_tip ? over_fils : 0;
  const taken = { cash_fils: cash_fils - tip_fils, card_fils: parts.card_fils, link, transfer };
  const at_door: TakenAtDoor = {
    refused,
    taken,
    received_fils: cash_fils + change_fils - tip_fils,
    rounding_fils: rounds_cash ? ALL_ROUNDING_FILS : 0,
    consent_id: null,
  };
  return { as_taken, at_door };
}

/** Divides what is due over the tenders: mostly over one or two of them. */
function splitOf(due_fils: number, random: Random) {
  const split = { cash_fils: due_fils, card_fils: 0, link_fils: 0, transfer_fils: 0 };
  for (const tender of ['card_fils', 'link_fils', 'transfer_fils'] as const) {
    if (!random.chance(0.3)) continue;
    const fils = random.chance(0.4) ? split.cash_fils : random.between(0, split.cash_fils);
    split[tender] = fils;
    split.cash_fils -= fils;
  }
  return split;
}

/** Refuses some of the goods, never all. */
function refusedOf({ lines }: BookedOrder, random: Random): Refused {
  const refused: Record<string, number> = {};
  for (const { id, qty } of lines) {
    if (random.chance(0.6)) refused[id] = random.between(1, qty);
  }
  const is_all = lines.every(({ id, qty }) => refused[id] === qty);
  return is_all ? {} : refused;
}

function referred(prefix: string, amount_fils: number, random: Random) {
  return amount_fils === 0 ? null : { amount_fils, reference: `${prefix}-${random.between(100, 999)}` };
}

function draftOf(refused: Refused, entries: Partial<AsTakenDraft>): AsTakenDraft {
  const because = (id: string) => REASONS[Number.parseInt(id.slice(0, 2), 16) % REASONS.length] ?? 'other';
  const empty = { received: '', change: '', card: '', link: '', link_reference: '' };
  return {
    ...{ ...empty, transfer: '', transfer_reference: '', extra: null, short_reason: '', ...entries },
    refused: Object.fromEntries(
      Object.entries(refused).map(([id, qty]) => [id, { qty, because: because(id) }]),
    ),
  };
}

function text(fils: number): string {
  return (fils / 100).toFixed(2);
}
