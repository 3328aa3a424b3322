import { added, gone, ID, PERSON, swapped, type Tampering } from './tampering.ts';

const DELIVERY = "reason = 'delivery'";
const DELIVERED = (collected_fils: number) =>
  `kind = 'delivered' and detail -> 'collected_fils' = '${collected_fils}'`;
const UNSIGNED = "handover_type = 'end' and difference_choice is null";
const PART_OF = (name: string) => `cash_on_hand_fils <> 0 and user_id = ${PERSON(name)}`;
export const BOOK_ROWS: (Tampering & { what: string })[] = [
  gone('cash_movements', DELIVERY, ['balance', 'missing_movement', 'shop_total']),
  gone('cash_movements', "reason = 'issue'", ['balance', 'missing_movement', 'shop_total']),
  gone('cash_tracking_parts', 'cash_on_hand_fils <> 0', ['balance', 'shop_total']),
  gone('cash_handovers', 'amount_fils = 0', ['unexplained_answer']),
  gone('cash_handovers', "handover_type = 'collection'", ['unexplained_answer', 'unexplained_movement']),
  gone('bank_deposits', 'true', ['unexplained_answer', 'unexplained_movement']),
  gone('cash_floats', 'true', ['unexplained_answer', 'unexplained_movement']),
  gone('cash_adjustments', 'true', ['unexplained_answer', 'unexplained_movement']),
  gone('cash_issues', 'command_id is null', ['unexplained_movement']),
  gone('cash_issues', 'command_id is not null', ['unexplained_answer', 'unexplained_movement']),
  gone('delivery_confirmations', 'cash_fils > 0', [
    'unexplained_answer',
    'unexplained_history',
    'unexplained_movement',
    'wrong_order',
  ]),
  gone('delivery_confirmations', "tender = 'card_machine'", [
    'unexplained_answer',
    'unexplained_history',
    'wrong_order',
  ]),
  gone('delivery_confirmations', "conflict = 'cancelled'", [
    'unexplained_answer',
    'unexplained_history',
    'unexplained_movement',
  ]),
  gone('orders', "status = 'completed'", ['wrong_answer', 'wrong_order']),
  gone('orders', "status = 'cancelled'", ['wrong_answer', 'wrong_order']),
  gone('order_amounts', 'due_amount_fils = 3400', ['wrong_history']),
  gone('order_events', "kind = 'delivered'", ['missing_history']),
  gone('order_events', "kind = 'conflict'", ['missing_history']),
  gone('order_events', "(detail -> 'due_from_fils') = '3300'", ['wrong_history']),
  gone('commands', "endpoint = 'confirm_delivery'", ['missing_answer']),
  gone('commands', "endpoint = 'end_handover'", ['missing_answer']),
  gone('operator_commands', 'true', ['missing_answer']),

  added('cash_movements', DELIVERY, { id: ID, leg: '2' }, ['balance', 'shop_total', 'unexplained_movement']),
  added('cash_movements', "reason = 'issue'", { id: ID, source_id: ID }, [
    'balance',
    'shop_total',
    'unexplained_movement',
  ]),
  added('cash_tracking_parts', 'true', { user_id: PERSON('Nobody Special'), cash_on_hand_fils: '1' }, [
    'balance',
    'shop_total',
  ]),
  added('cash_tracking_parts', 'true', { user_id: PERSON('Nobody Special'), cash_on_hand_fils: '0' }, []),
  added(
    'cash_handovers',
    'amount_fils = 0',
    { id: ID, command_id: ID, handover_reference: "handover_reference || '1'" },
    ['missing_answer', 'wrong_record'],
  ),
  added('bank_deposits', 'true', { id: ID, command_id: ID, reference: "reference || '1'" }, [
    'missing_answer',
    'missing_movement',
  ]),
  added('cash_floats', 'true', { id: ID, command_id: ID, reference: "reference || '1'" }, [
    'missing_answer',
    'missing_movement',
  ]),
  added('cash_adjustments', 'true', { id: ID, command_id: 'null' }, ['missing_movement']),
  added('cash_issues', 'true', { id: ID, command_id: 'null' }, ['missing_movement']),
  added('delivery_confirmations', "conflict = 'cancelled'", { id: ID, command_id: ID }, [
    'missing_answer',
    'missing_history',
    'missing_movement',
    'wrong_order',
  ]),
  added('orders', "status = 'completed'", { id: ID, order_number: "'999'", number_key: "'999'" }, [
    'wrong_order',
  ]),
  added('orders', "status = 'dispatching'", { id: ID, order_number: "'999'", number_key: "'999'" }, []),
  added('order_amounts', 'true', { due_amount_fils: '1' }, ['wrong_history']),
  added('order_events', "kind = 'delivered'", { id: ID }, ['wrong_history']),
  added(
    'order_events',
    "kind = 'delivered'",
    { id: ID, detail: "detail || jsonb_build_object('confirmation_id', gen_random_uuid())" },
    ['unexplained_history'],
  ),
  added('order_events', "(detail -> 'due_to_fils') = '3500'", { id: ID }, ['wrong_order']),
  added('commands', "endpoint = 'collect_cash'", { command_id: ID }, ['unexplained_answer']),
  added('operator_commands', 'true', { command_id: ID }, ['unexplained_answer']),

  swapped('cash_movements', ['source_id'], 'amount_fils = 14500', 'amount_fils = 9900', ['wrong_movement']),
  swapped('cash_movements', ['command_id'], "reason = 'bank_deposit'", "reason = 'bank_deposit'", [
    'wrong_movement',
  ]),
  swapped('cash_tracking_parts', ['user_id'], PART_OF('Amal Admin'), PART_OF('Mona Manager'), ['balance']),
  swapped('cash_tracking_parts', ['cash_on_hand_fils'], PART_OF('Amal Admin'), PART_OF('Mona Manager'), [
    'balance',
  ]),
  swapped('cash_handovers', ['id'], "handover_type = 'start'", "handover_type = 'start'", [
    'wrong_answer',
    'wrong_movement',
    'wrong_record',
  ]),
  swapped('cash_handovers', ['difference_fils'], UNSIGNED, UNSIGNED, ['wrong_answer']),
  swapped('bank_deposits', ['command_id'], 'true', 'true', ['wrong_answer', 'wrong_movement']),
  swapped('cash_adjustments', ['reason'], 'command_id is not null', 'command_id is not null', [
    'wrong_answer',
  ]),
  swapped('cash_issues', ['user_id'], 'amount_fils = 50000', 'amount_fils = 30000', [
    'wrong_answer',
    'wrong_movement',
  ]),
  swapped('delivery_confirmations', ['order_id'], 'cash_fils = 14500', 'cash_fils = 9900', [
    'wrong_answer',
    'wrong_history',
    'wrong_order',
  ]),
  swapped(
    'orders',
    ['due_amount_fils', 'subtotal_fils', 'total_amount_fils'],
    'due_amount_fils = 14500',
    'due_amount_fils = 9900',
    ['wrong_order'],
  ),
  swapped('order_events', ['detail'], DELIVERED(9_900), DELIVERED(8_800), ['wrong_history']),
  swapped('order_amounts', ['replaced_at'], 'due_amount_fils = 6000', 'due_amount_fils = 3400', []),
  swapped('commands', ['body'], "endpoint = 'confirm_delivery'", "endpoint = 'confirm_delivery'", [
    'wrong_answer',
  ]),
  swapped('commands', ['command_id'], "endpoint = 'start_handover'", "endpoint = 'start_handover'", [
    'wrong_answer',
    'wrong_movement',
  ]),
  swapped('operator_commands', ['body'], 'true', 'true', ['wrong_answer']),
];
