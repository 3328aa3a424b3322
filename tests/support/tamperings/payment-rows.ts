import { added, gone, ID, type Named, swapped, type Tampering } from './tampering.ts';

const OWN = 'link_fils > 0 and number = 1';
const LAST_OWN = 'link_fils > 0 and number = 2';
const FUEL = "kind = 'fuel'";
const REFUND = 'order_id is not null';

const OPEN: Named = ['wrong_order', 'wrong_record'];
const NO_MOVEMENT: Named = ['balance', 'missing_movement', 'shop_total'];
const NO_CORRECTION: Named = ['unexplained_history', 'unexplained_movement', 'wrong_record'];
const NO_EXPENSE: Named = ['balance', 'unexplained_movement', 'wrong_record'];

/** Rows of payments, corrections and expenses that are deleted, added or swapped. */
export const PAYMENT_ROWS: (Tampering & { what: string })[] = [
  gone('order_payments', 'cash_fils > 0', ['unexplained_answer', 'unexplained_movement', ...OPEN]),
  gone('order_payments', 'link_fils = 100', ['unexplained_answer', ...OPEN]),
  gone('payment_matches', 'true', ['unexplained_answer', ...OPEN]),
  gone('order_waivers', 'true', OPEN),
  gone('delivery_corrections', OWN, [
    'unexplained_answer',
    'wrong_answer',
    'wrong_history',
    ...NO_CORRECTION,
  ]),
  gone('delivery_corrections', LAST_OWN, ['unexplained_answer', 'wrong_order', ...NO_CORRECTION]),
  gone('delivery_corrections', 'approval_id is not null', ['wrong_answer', 'wrong_order', ...NO_CORRECTION]),
  gone('expenses', FUEL, NO_EXPENSE),
  gone('expenses', REFUND, ['wrong_order', ...NO_EXPENSE]),
  gone('cash_differences', 'correction_id is not null', [
    'balance',
    'unexplained_movement',
    'wrong_answer',
    'wrong_record',
  ]),
  gone('cash_movements', "reason = 'order_payment'", NO_MOVEMENT),
  gone('cash_movements', "reason = 'correction' and leg = 2", ['wrong_movement', ...NO_MOVEMENT]),
  gone('cash_movements', "reason = 'expense'", ['wrong_record', ...NO_MOVEMENT]),
  gone('order_events', "kind = 'paid'", ['wrong_record']),
  gone('order_events', "kind = 'matched'", ['wrong_record']),
  gone('order_events', "kind = 'waived'", ['wrong_record']),
  gone('order_events', "kind = 'corrected'", ['missing_history']),
  gone('commands', "endpoint = 'collect_owed'", ['missing_answer']),
  gone('commands', "endpoint = 'match_payment'", ['missing_answer']),
  gone('commands', "endpoint = 'correct_recorded_delivery'", ['missing_answer']),

  added('order_payments', 'true', { id: ID, command_id: ID, reference: "reference || '1'" }, [
    'missing_answer',
    'missing_movement',
    ...OPEN,
  ]),
  added('payment_matches', 'true', { id: ID, command_id: ID, source_id: ID }, [
    'missing_answer',
    'wrong_record',
  ]),
  added('order_waivers', 'true', { id: ID, approval_id: ID }, OPEN),
  added('delivery_corrections', LAST_OWN, { id: ID, command_id: ID, number: '3' }, [
    'missing_answer',
    'missing_history',
    'wrong_record',
  ]),
  added('expenses', REFUND, { id: ID, approval_id: ID, reference: "reference || '1'" }, [
    'balance',
    'missing_movement',
    ...OPEN,
  ]),

  swapped('payment_matches', ['outcome'], "outcome = 'received'", "outcome = 'not_received'", [
    'wrong_answer',
    ...OPEN,
  ]),
  swapped('delivery_corrections', ['number'], OWN, LAST_OWN, [
    'missing_movement',
    'unexplained_movement',
    'wrong_answer',
    'wrong_history',
    ...OPEN,
  ]),
  swapped('expenses', ['amount_fils'], FUEL, REFUND, ['balance', 'wrong_movement', ...OPEN]),
  swapped('expenses', ['approval_id'], FUEL, REFUND, ['wrong_movement', 'wrong_record']),
];
