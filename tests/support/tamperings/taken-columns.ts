import { ID, LATER, type Named, PERSON, type Tried } from './tampering.ts';

const PART = 'due_fils is not null and short_reason is not null and cash_fils > 0';
const LINK = 'link_fils > 0';
const ROUNDED = 'rounding_fils > 0';
const BOTH = "tender = 'cash_and_card'";
const UNPAID = 'consent_id is not null';
const ANY_CONSENT = '(select consent_id from delivery_confirmations where consent_id is not null limit 1)';

/** An amount contradicts the reply, the history, the balance of the order, and the audit. */
const AMOUNT: Named = ['wrong_answer', 'wrong_history', 'wrong_order', 'wrong_record'];
const HISTORY: Named = ['wrong_history', 'wrong_record'];

/** Columns of deliveries as taken. */
export const TAKEN_CONFIRMATION: Record<string, Tried> = {
  due_fils: [
    [PART, 'due_fils + 1', AMOUNT],
    [LINK, 'due_fils - 1', AMOUNT],
    [
      LINK,
      'null, link_fils = 0, link_reference = null',
      ['missing_answer', 'unexplained_answer', 'wrong_history', 'wrong_order'],
    ],
    [
      "tender = 'card_machine'",
      'collected_fils',
      ['missing_answer', 'unexplained_answer', 'wrong_history', 'wrong_order', 'wrong_record'],
    ],
  ],
  rounding_fils: [
    [ROUNDED, '2', AMOUNT],
    [ROUNDED, '0', AMOUNT],
    [BOTH, '1', AMOUNT],
  ],
  received_fils: [[PART, 'received_fils + 500', ['wrong_record']]],
  link_fils: [[LINK, 'link_fils - 100', AMOUNT]],
  link_reference: [[LINK, "'PL-2'", []]],
  transfer_fils: [[BOTH, "100, transfer_reference = 'T'", AMOUNT]],
  transfer_reference: [
    [LINK, 'link_reference, transfer_fils = link_fils, link_fils = 0, link_reference = null', HISTORY],
  ],
  refund_fils: [
    ['refund_fils > 0', 'refund_fils - 1', AMOUNT],
    [BOTH, '10', AMOUNT],
  ],
  short_reason: [
    [PART, 'null', ['wrong_record']],
    [PART, "'Another one'", []],
  ],
  consent_id: [
    [UNPAID, 'null', HISTORY],
    [UNPAID, ID, HISTORY],
    [BOTH, ANY_CONSENT, HISTORY],
  ],
};

const REFUSED = 'handed_over < qty and handed_over > 0';
const RECORD: Named = ['wrong_record'];
const ORDER: Named = ['wrong_order'];

export const TAKEN_COLUMNS: Record<string, Record<string, Tried>> = {
  delivery_lines: {
    shop_id: [['true', '2', RECORD]],
    confirmation_id: [['true', ID, RECORD]],
    item_id: [['true', ID, RECORD]],
    position: [['position = 1', '9', RECORD]],
    order_id: [['true', ID, RECORD]],
    driver_id: [['true', "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)", RECORD]],
    user_id: [['true', PERSON('Dina Driver'), RECORD]],
    name: [
      [REFUSED, "'Other goods'", HISTORY],
      ['handed_over = qty', "'Other goods'", RECORD],
    ],
    qty: [[REFUSED, 'qty + 1', HISTORY]],
    handed_over: [[REFUSED, '0', HISTORY]],
    refused_because: [[REFUSED, "'other'", ['wrong_history']]],
    unit_price_fils: [['true', 'unit_price_fils + 1', RECORD]],
    amount_fils: [['true', 'amount_fils + 1', RECORD]],
  },
  order_balances: {
    shop_id: [['true', '2', ORDER]],
    order_id: [['owed_fils > 0', ID, ORDER]],
    driver_id: [['true', 'driver_id + 1', ORDER]],
    owed_fils: [
      ['owed_fils > 0', 'owed_fils - 1', ORDER],
      ['owed_fils = 0', '5', ORDER],
    ],
    unmatched_fils: [['unmatched_fils > 0', '0', ORDER]],
    refund_fils: [['refund_fils > 0', 'refund_fils + 1', ORDER]],
    since: [['true', LATER('since'), []]],
  },
};
