import { FILE, ID, LATER, type Named, PERSON, type Tried } from './tampering.ts';

const OTHER_ORDER = '(select id from orders where due_amount_fils = 2200)';
const OTHER_DRIVER = "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)";
const OWN = 'link_fils > 0 and number = 1';
const LAST_OWN = 'link_fils > 0 and number = 2';
const APPROVED = 'approval_id is not null and number = 1';
const BY_MANAGER = 'recorded_by <> user_id';
/** Approved after the driver had handed in cash. */
const SHORT = 'approval_id is not null and number = 2';

const RECORD: Named = ['wrong_record'];
const HISTORY: Named = ['wrong_history', 'wrong_record'];
const ANSWER: Named = ['wrong_answer', ...HISTORY];
const CASH: Named = ['wrong_movement', ...ANSWER];
const NO_MOVEMENT: Named = ['missing_movement', 'unexplained_movement'];
const NO_HISTORY: Named = ['missing_history', 'unexplained_history'];
const NO_COMMAND: Named = ['missing_answer', 'unexplained_answer'];

/** Columns of corrections: the first and the last own one, by a Manager, and approved ones. */
export const CORRECTION_COLUMNS: Record<string, Record<string, Tried>> = {
  delivery_corrections: {
    erased_at: [['true', 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    shop_id: [[LAST_OWN, '2', [...NO_COMMAND, ...NO_HISTORY, ...NO_MOVEMENT, 'wrong_order', 'wrong_record']]],
    id: [[OWN, ID, [...NO_HISTORY, ...NO_MOVEMENT, 'wrong_answer', 'wrong_movement', 'wrong_record']]],
    confirmation_id: [
      [OWN, ID, ['unexplained_movement', ...ANSWER]],
      [APPROVED, '(select id from delivery_confirmations limit 1)', ['wrong_order', ...CASH]],
    ],
    order_id: [[OWN, OTHER_ORDER, HISTORY]],
    driver_id: [[OWN, OTHER_DRIVER, RECORD]],
    user_id: [
      [OWN, PERSON('Dina Driver'), [...NO_COMMAND, 'wrong_movement', 'wrong_record']],
      [BY_MANAGER, 'recorded_by', [...NO_COMMAND, 'wrong_movement', 'wrong_record']],
    ],
    number: [[LAST_OWN, '3', ANSWER]],
    customer_name: [
      [OWN, "'Another Customer'", []],
      [APPROVED, "'Another Customer'", RECORD],
    ],
    tender: [
      [OWN, "'cash_and_card', cash_fils = cash_fils - 1", CASH],
      [SHORT, "'card_machine', cash_fils = 0", ['unexplained_movement', ...HISTORY]],
    ],
    collected_fils: [
      [LAST_OWN, 'collected_fils - 1, cash_fils = cash_fils - 1', ['wrong_order', ...CASH]],
      [BY_MANAGER, 'collected_fils + 1, cash_fils = cash_fils + 1', CASH],
      [APPROVED, "collected_fils + 500, tender = 'cash_and_card'", ['wrong_order', ...HISTORY]],
    ],
    cash_fils: [[LAST_OWN, "cash_fils - 1, tender = 'cash_and_card'", CASH]],
    due_fils: [
      [OWN, 'due_fils + 1', RECORD],
      [LAST_OWN, 'due_fils - 1, rounding_fils = 0', RECORD],
    ],
    rounding_fils: [
      [LAST_OWN, '0', ['wrong_order', 'wrong_record']],
      [OWN, '1', RECORD],
    ],
    link_fils: [
      [OWN, 'link_fils - 1', RECORD],
      [LAST_OWN, 'link_fils - 1, transfer_fils = transfer_fils + 1', RECORD],
    ],
    link_reference: [[OWN, "'PL-6'", []]],
    transfer_fils: [
      [OWN, 'transfer_fils - 1', RECORD],
      [APPROVED, "500, transfer_reference = 'TR-6'", ['wrong_order', 'wrong_record']],
    ],
    transfer_reference: [[LAST_OWN, "'TR-6'", []]],
    refund_fils: [['true', '1', RECORD]],
    short_reason: [
      [OWN, 'null', RECORD],
      [OWN, "'Another one'", []],
      [APPROVED, "'Another one'", RECORD],
    ],
    photo_url: [
      [LAST_OWN, "'elsewhere.jpg'", []],
      [APPROVED, "'elsewhere.jpg'", RECORD],
    ],
    photo_file_id: [
      [LAST_OWN, 'null, photo_url = null', []],
      [APPROVED, ID, RECORD],
    ],
    document_url: [
      [OWN, "'elsewhere.pdf'", []],
      [APPROVED, "'elsewhere.pdf'", RECORD],
    ],
    document_file_id: [...FILE, [APPROVED, ID, RECORD]],
    reason: [
      [BY_MANAGER, "'Another one'", []],
      [BY_MANAGER, 'null', RECORD],
      [APPROVED, "'Another one'", RECORD],
    ],
    recorded_by: [
      [OWN, PERSON('Amal Admin'), [...NO_COMMAND, 'wrong_movement', ...HISTORY]],
      [BY_MANAGER, 'user_id', [...NO_COMMAND, 'wrong_movement', ...HISTORY]],
      [APPROVED, PERSON('Amal Admin'), RECORD],
    ],
    approval_id: [
      [APPROVED, ID, ['wrong_movement', ...HISTORY]],
      [APPROVED, 'null', CASH],
      [OWN, ID, ['unexplained_answer', 'wrong_movement', ...HISTORY]],
    ],
    command_id: [
      [OWN, ID, [...NO_COMMAND, 'wrong_movement', 'wrong_record']],
      [APPROVED, ID, RECORD],
    ],
    occurred_at: [
      [OWN, LATER('occurred_at', '-1 millisecond'), RECORD],
      [APPROVED, LATER('occurred_at', '-1 millisecond'), RECORD],
    ],
    recorded_at: [
      [OWN, LATER('recorded_at'), ['wrong_movement']],
      [SHORT, LATER('recorded_at'), ['wrong_movement', 'wrong_record']],
    ],
  },
};
