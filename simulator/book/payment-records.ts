import type { Refused } from './shares.ts';

/** A payment by link or transfer, which a Manager matches later. */
export type ByReference = { amount_fils: number; reference: string };

/** The amounts that a person took from a customer, by tender. */
export type Taken = {
  cash_fils: number;
  card_fils: number;
  link: ByReference | null;
  transfer: ByReference | null;
};

/** The entries of a driver at a door. All amounts are in fils. */
export type TakenAtDoor = {
  refused: Refused;
  taken: Taken;
  /** The cash that the customer gave, before the change. */
  received_fils: number | null;
  /** The most that the form rounds. */
  rounding_fils: number;
  consent_id: string | null;
};

/** The facts of a delivery that a correction replaces. */
export type DeliveryFacts = {
  customer_name: string;
  tender: string | null;
  collected_fils: number;
  cash_fils: number;
  /** Null: a plain delivery, of which all that was due was taken. */
  due_fils: number | null;
  rounding_fils: number;
  link_fils: number;
  link_reference: string | null;
  transfer_fils: number;
  transfer_reference: string | null;
  refund_fils: number;
};

/** The database's time of the commit; the rows of one order were committed one after the other. */
type Committed = { committed_at: string };

/** A line of a delivery of which a part was refused. */
export type DeliveryLineRow = {
  confirmation_id: string;
  item_id: string;
  qty: number;
  handed_over: number;
  unit_price_fils: number;
  amount_fils: number;
};
export type OrderPaymentRow = Committed & {
  command_id: string;
  id: string;
  shop_id: number;
  order_id: string;
  taken_by: string;
  cash_fils: number;
  card_fils: number;
  link_fils: number;
  link_reference: string | null;
  transfer_fils: number;
  transfer_reference: string | null;
  file_ids: string[];
};
export type CorrectionRow = Committed &
  DeliveryFacts & {
    command_id: string;
    id: string;
    shop_id: number;
    confirmation_id: string;
    order_id: string;
    /** The user who delivered. */
    user_id: string;
    number: number;
    corrected_by: string;
    approval_id: string | null;
    file_ids: string[];
  };
export type MatchRow = Committed & {
  command_id: string;
  id: string;
  shop_id: number;
  order_id: string;
  source_id: string;
  tender: 'payment_link' | 'bank_transfer';
  reference: string;
  amount_fils: number;
  matched_as: 'received' | 'not_received';
  matched_by: string;
  file_ids: string[];
};
export type WaiverRow = Committed & {
  id: string;
  shop_id: number;
  order_id: string;
  amount_fils: number;
  approval_id: string | null;
};
export type ExpenseRow = Committed & {
  id: string;
  shop_id: number;
  user_id: string;
  spent_for: string;
  amount_fils: number;
  order_id: string | null;
  approval_id: string | null;
  file_ids: string[];
};
/** The open amounts of an order as the product keeps them. */
export type OrderBalanceRow = {
  order_id: string;
  owed_fils: number;
  unmatched_fils: number;
  refund_fils: number;
};

export type PaymentRecords = {
  delivery_lines: DeliveryLineRow[];
  order_payments: OrderPaymentRow[];
  corrections: CorrectionRow[];
  matches: MatchRow[];
  waivers: WaiverRow[];
  expenses: ExpenseRow[];
  order_balances: OrderBalanceRow[];
  rounding_shops: { shop_id: number }[];
  /** Users who had handed in cash between a delivery and its correction. */
  handed_in: { correction_id: string }[];
};

export const COMMITTED = 'pg_xact_commit_timestamp(xmin) as committed_at';
const FACTS = `customer_name, tender, collected_fils, cash_fils, due_fils, rounding_fils, link_fils, link_reference,
  transfer_fils, transfer_reference, refund_fils`;

/** The columns of a delivery that a correction replaces. */
export const DELIVERY_FACTS = FACTS;

/** A statement for each kind of row. */
export const PAYMENT_STATEMENTS: Record<keyof PaymentRecords, string> = {
  delivery_lines: `select confirmation_id, item_id, qty, handed_over, unit_price_fils, amount_fils from delivery_lines`,
  order_payments: `select command_id, id, shop_id, order_id, user_id as taken_by, cash_fils, card_fils, link_fils, link_reference,
    transfer_fils, transfer_reference, json_build_array(receipt_file_id) as file_ids, ${COMMITTED} from order_payments`,
  corrections: `select command_id, id, shop_id, confirmation_id, order_id, user_id, number, ${FACTS}, recorded_by as corrected_by, approval_id,
    array_to_json(array_remove(array[photo_file_id, document_file_id], null)) as file_ids, ${COMMITTED} from delivery_corrections`,
  matches: `select command_id, id, shop_id, order_id, source_id, tender, reference, amount_fils, outcome as matched_as, decided_by as matched_by,
    '[]'::json as file_ids, ${COMMITTED} from payment_matches`,
  waivers: `select id, shop_id, order_id, amount_fils, approval_id, ${COMMITTED} from order_waivers`,
  expenses: `select id, shop_id, user_id, kind as spent_for, amount_fils, order_id, approval_id,
    json_build_array(slip_file_id) as file_ids, ${COMMITTED} from expenses`,
  order_balances: 'select order_id, owed_fils, unmatched_fils, refund_fils from order_balances',
  rounding_shops: 'select id as shop_id from shops where rounds_cash',
  handed_in: `select k.id as correction_id from delivery_corrections k
    join delivery_confirmations c on c.shop_id = k.shop_id and c.id = k.confirmation_id
    where exists (select from cash_handovers h where h.shop_id = k.shop_id and h.staff_user_id = k.user_id
      and h.handover_type in ('drop', 'collection', 'end')
      and pg_xact_commit_timestamp(h.xmin) > pg_xact_commit_timestamp(c.xmin)
      and pg_xact_commit_timestamp(h.xmin) < pg_xact_commit_timestamp(k.xmin))`,
};
