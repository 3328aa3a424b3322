import type { ApprovalOutcome, VoidableRecord } from '../../contract/rules/approvals.ts';
import type { DifferenceChoice } from '../../contract/rules/differences.ts';
import type { GoodsOutcome } from '../../contract/rules/orders/attempts.ts';
import type { Person } from '../database/fresh-shops.ts';
import type { Taken, TakenAtDoor } from './payment-records.ts';
import type { BookedOrder } from './shares.ts';

/** A decision about the goods of an order, as both signed it at an end of day. */
export type DecidedGoods = { order_id: string; outcome: GoodsOutcome };

type HandedOver = {
  with_user_id: string;
  amount_fils: number;
  card_machine_id: string | null;
  goods: readonly DecidedGoods[];
};

/** An action of a person with cash or goods, as it happened in reality. */
export type Action =
  | { kind: 'delivery'; order_id: string; due_fils: number; tender: 'cash' | 'card_machine' | null }
  | (TakenAtDoor & { kind: 'delivery as taken'; order_id: string })
  | { kind: 'later payment'; order_id: string; taken: Taken }
  | {
      kind: 'match';
      source_id: string;
      tender: 'payment_link' | 'bank_transfer';
      amount_fils: number;
      matched_as: 'received' | 'not_received';
    }
  | { kind: 'waiver request'; order_id: string; amount_fils: number }
  /** A driver requests the consent to hand an order over without any payment. */
  | { kind: 'consent request'; order_id: string }
  /** The whole facts of a delivery after the correction, which a second person may have to approve. */
  | { kind: 'correction'; delivery_id: string; order_id: string; customer_name: string; taken: Taken }
  | { kind: 'expense request'; spent_for: string; amount_fils: number; order_id: string | null }
  | (HandedOver & { kind: 'start' })
  | (HandedOver & {
      kind: 'end';
      /** The balance on the form; null if it was not read. */
      estimated_fils: number | null;
      /** Null on the form of an older build. */
      difference_choice: DifferenceChoice | null;
    })
  | { kind: 'drop' | 'collection'; with_user_id: string; amount_fils: number }
  | { kind: 'deposit'; amount_fils: number }
  | {
      kind: 'float' | 'float request';
      direction: 'issue' | 'return';
      with_user_id: string;
      amount_fils: number;
    }
  | { kind: 'settlement'; difference_id: string; amount_fils: number }
  /** Signed by two people, or by one who requests the approval of another. */
  | { kind: 'void'; record_type: VoidableRecord; record_id: string; other_user_id: string | null }
  | { kind: 'adjustment request'; user_id: string; amount_fils: number }
  | { kind: 'write-off request'; difference_id: string; amount_fils: number }
  | { kind: 'salary proposal'; difference_id: string; amount_fils: number }
  | { kind: 'decision'; approval_id: string; outcome: ApprovalOutcome }
  | { kind: 'difference decision'; handover_id: string; choice: DifferenceChoice; bookable_fils: number }
  | { kind: 'arrangement'; order_ids: readonly string[] }
  /** The order could not be delivered. */
  | { kind: 'attempt'; order_id: string; reason: string }
  | { kind: 'undo'; attempt_id: string }
  | { kind: 'set out'; order_ids: readonly string[]; after_attempt: boolean }
  | { kind: 'load check'; order_ids: readonly string[] };

/** The outcome of a command as known to its phone. */
export type Outcome = { how: 'done'; body: string } | { how: 'refused'; code: string } | { how: 'given up' };

export type BookEntry = {
  command_id: string;
  phone: string;
  person: Person;
  action: Action;
  /** False until the phone confirms that the command is stored; until then it may be stored nowhere. */
  is_stored: boolean;
  outcome: Outcome | null;
  /** The times of the first press and of the outcome, in ms since the epoch. */
  pressed_at: number;
  known_at: number | null;
};

/** A command of the operator; `is_done` is null while the outcome is unknown. */
export type OperatorCommand = {
  id: string;
  shop_id: number;
  action:
    | { kind: 'issue' | 'adjustment request'; user_id: string; amount_fils: number }
    | { kind: 'decision'; approval_id: string; outcome: ApprovalOutcome };
  is_done: boolean | null;
  /** In ms since the epoch. */
  pressed_at: number;
};

/** Orders that the desk has promised for another day. */
export type Postponement = {
  command_id: string;
  shop_id: number;
  order_ids: readonly string[];
  /** In ms since the epoch. */
  promised_at: number;
};

/** A press of a button by a person. */
export type Press = { phone: string; person: Person; action: Action };

/**
 * The simulator's own book. It records what people did and what their phones reported, and knows nothing of
 * the product's rules: it accepts any refusal, and compares every record with the action.
 */
export type Book = {
  /** Records a press that may create a command with this id. */
  press(press: Press, command_id: string): void;
  /** Records that the phone has stored the command. */
  noteStored(press: Press, command_id: string): void;
  noteOutcome(command_id: string, outcome: Outcome): void;
  /** Records an order of the store, with the amounts that the store computed. */
  addOrder(order: BookedOrder): void;
  order(id: string): BookedOrder | undefined;
  operate(command: OperatorCommand): void;
  postpone(postponement: Postponement): void;
  /** Records that a manager explained why these numbers of a device will never arrive. */
  explain(device_id: string, numbers: readonly number[]): void;
  explained(device_id: string): ReadonlySet<number>;
  find(command_id: string): BookEntry | undefined;
  all(): readonly BookEntry[];
  operated(): readonly OperatorCommand[];
  postponements(): readonly Postponement[];
};

export function createBook(now: () => number): Book {
  const written = new Map<string, BookEntry>();
  const operated: OperatorCommand[] = [];
  const postponements: Postponement[] = [];
  const explained = new Map<string, Set<number>>();
  const orders = new Map<string, BookedOrder>();

  function write(press: Press, command_id: string, is_safe: boolean): void {
    const known = written.get(command_id);
    if (known) known.is_stored ||= is_safe;
    else {
      const times = { pressed_at: now(), known_at: null };
      written.set(command_id, { ...press, ...times, command_id, is_stored: is_safe, outcome: null });
    }
  }

  return {
    press: (press, command_id) => write(press, command_id, false),
    noteStored: (press, command_id) => write(press, command_id, true),
    noteOutcome(command_id, outcome) {
      const entry = written.get(command_id);
      if (!entry) return;
      entry.outcome ??= outcome;
      entry.known_at ??= now();
    },
    explain(device_id, numbers) {
      explained.set(device_id, new Set([...(explained.get(device_id) ?? []), ...numbers]));
    },
    explained: (device_id) => explained.get(device_id) ?? new Set(),
    addOrder: (order) => void orders.set(order.id, order),
    order: (id) => orders.get(id),
    operate: (command) => void operated.push(command),
    postpone: (postponement) => void postponements.push(postponement),
    find: (command_id) => written.get(command_id),
    all: () => [...written.values()],
    operated: () => operated,
    postponements: () => postponements,
  };
}
