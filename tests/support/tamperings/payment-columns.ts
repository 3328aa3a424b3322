import { FILE, ID, LATER, type Named, PATH, PERSON, type Tried } from './tampering.ts';

const OTHER_ORDER = '(select id from orders where due_amount_fils = 2200)';
const OTHER_DRIVER = "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)";
const CASH = 'cash_fils > 0';
const BY_DESK = 'card_fils > 0';
const PENDING = 'link_fils = 100';
const REFUND = 'order_id is not null';

/** The history and the audit contradict an amount, and the order's balance. */
const AMOUNT: Named = ['wrong_order', 'wrong_record'];
const RECORD: Named = ['wrong_record'];
const NO_COMMAND: Named = ['missing_answer', 'unexplained_answer'];

/** Columns of payments after deliveries, decisions about references, waivers and expenses. */
export const PAYMENT_COLUMNS: Record<string, Record<string, Tried>> = {
  order_payments: {
    erased_at: [['true', 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    shop_id: [
      [CASH, '2', [...NO_COMMAND, 'missing_movement', 'unexplained_movement', 'wrong_order', 'wrong_record']],
    ],
    id: [
      [CASH, ID, ['missing_movement', 'unexplained_movement', 'wrong_answer', 'wrong_record']],
      [BY_DESK, ID, ['wrong_answer', 'wrong_order', 'wrong_record']],
    ],
    reference: [['true', "reference || '1'", ['wrong_answer', 'wrong_record']]],
    order_id: [[CASH, OTHER_ORDER, ['wrong_answer', 'wrong_order', 'wrong_record']]],
    confirmation_id: [['true', '(select id from delivery_confirmations limit 1)', RECORD]],
    driver_id: [['true', OTHER_DRIVER, RECORD]],
    user_id: [[CASH, PERSON('Amal Admin'), [...NO_COMMAND, 'wrong_movement', 'wrong_record']]],
    customer_name: [['true', "'Another Customer'", []]],
    cash_fils: [
      [CASH, 'cash_fils + 1', ['wrong_answer', 'wrong_movement', ...AMOUNT]],
      [CASH, '0, card_fils = cash_fils', ['unexplained_movement', 'wrong_answer', 'wrong_record']],
      [BY_DESK, 'card_fils, card_fils = 0', ['missing_movement', 'wrong_answer', 'wrong_record']],
    ],
    card_fils: [[BY_DESK, 'card_fils - 1', AMOUNT]],
    link_fils: [
      [PENDING, 'link_fils - 1', AMOUNT],
      [PENDING, 'link_fils + 1, transfer_fils = transfer_fils - 1', RECORD],
    ],
    link_reference: [
      [PENDING, "'PL-4'", []],
      [BY_DESK, "'PL-4'", AMOUNT],
    ],
    transfer_fils: [[PENDING, 'transfer_fils + 1', AMOUNT]],
    transfer_reference: [[PENDING, "'TR-4'", []]],
    receipt_url: PATH,
    receipt_file_id: FILE,
    command_id: [[CASH, ID, [...NO_COMMAND, 'wrong_movement', 'wrong_record']]],
    occurred_at: [
      [CASH, LATER('occurred_at', '-1 millisecond'), ['wrong_answer', 'wrong_movement', 'wrong_record']],
      [CASH, LATER('occurred_at', '-1 hour'), ['wrong_answer', 'wrong_movement', 'wrong_record']],
    ],
    recorded_at: [
      ['true', LATER('recorded_at', '-1 hour'), RECORD],
      ['true', LATER('recorded_at', '1 hour'), []],
      ['true', LATER('recorded_at', '2 days'), ['wrong_answer']],
    ],
  },
  payment_matches: {
    erased_at: [['true', 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    shop_id: [['true', '2', [...NO_COMMAND, 'wrong_order', 'wrong_record']]],
    id: [['true', ID, ['wrong_answer', 'wrong_record']]],
    order_id: [['true', OTHER_ORDER, ['wrong_answer', 'wrong_order', 'wrong_record']]],
    source_id: [['true', ID, AMOUNT]],
    tender: [["tender = 'bank_transfer'", "'payment_link'", AMOUNT]],
    reference: [['true', "'TR-9'", AMOUNT]],
    amount_fils: [['true', 'amount_fils + 1', AMOUNT]],
    outcome: [
      ["outcome = 'received'", "'not_received'", ['wrong_answer', 'wrong_order', 'wrong_record']],
      ["outcome = 'not_received'", "'received'", ['wrong_answer', 'wrong_order', 'wrong_record']],
    ],
    decided_by: [['true', PERSON('Dina Driver'), [...NO_COMMAND, 'wrong_record']]],
    command_id: [['true', ID, NO_COMMAND]],
    recorded_at: [
      ['true', LATER('recorded_at', '1 hour'), []],
      ['true', LATER('recorded_at', '2 days'), ['wrong_answer']],
    ],
  },
  order_waivers: {
    erased_at: [['true', 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    shop_id: [['true', '2', AMOUNT]],
    id: [['true', ID, RECORD]],
    order_id: [['true', OTHER_ORDER, AMOUNT]],
    amount_fils: [['true', 'amount_fils - 1', AMOUNT]],
    reason: [['true', "'Another one'", RECORD]],
    approval_id: [['true', ID, RECORD]],
    command_id: [['true', ID, RECORD]],
    recorded_at: [['true', LATER('recorded_at'), RECORD]],
  },
  expenses: {
    erased_at: [
      [REFUND, 'now()', ['wrong_erasing']],
      ["kind = 'fuel'", 'now()', RECORD],
    ],
    erased_hashes: [[REFUND, "'{}'", ['wrong_erasing']]],
    shop_id: [['true', '2', ['balance', 'missing_movement', 'unexplained_movement', 'wrong_record']]],
    id: [['true', ID, ['missing_movement', 'unexplained_movement', 'wrong_record']]],
    reference: [['true', "reference || '1'", RECORD]],
    user_id: [['true', PERSON('Mona Manager'), ['balance', 'wrong_movement', 'wrong_record']]],
    kind: [["kind = 'fuel'", "'toll'", RECORD]],
    amount_fils: [
      ["kind = 'fuel'", 'amount_fils + 1', ['balance', 'wrong_movement', 'wrong_record']],
      [REFUND, 'amount_fils - 1', ['balance', 'wrong_movement', 'wrong_order', 'wrong_record']],
    ],
    note: [
      ["kind = 'fuel'", "'Half a tank'", RECORD],
      [REFUND, "'For coffee'", RECORD],
    ],
    order_id: [
      [REFUND, OTHER_ORDER, AMOUNT],
      [REFUND, "null, kind = 'fuel'", AMOUNT],
    ],
    slip_url: [['true', "'EX/2026-11/EX-1.jpg'", RECORD]],
    slip_file_id: [['true', ID, RECORD]],
    approval_id: [['true', ID, ['wrong_movement', 'wrong_record']]],
    command_id: [['true', ID, RECORD]],
    occurred_at: [['true', LATER('occurred_at', '-1 second'), RECORD]],
    recorded_at: [['true', LATER('recorded_at'), RECORD]],
  },
};
