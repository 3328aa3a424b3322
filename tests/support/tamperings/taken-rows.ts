import { added, gone, ID } from './tampering.ts';

const UNPAID = "kind = 'unpaid'";
const OTHER_ORDER = '(select id from orders where due_amount_fils = 2200)';

export const TAKEN_ROWS = [
  gone('delivery_lines', 'handed_over = qty', ['wrong_record']),
  gone('delivery_lines', 'handed_over < qty', ['wrong_history', 'wrong_record']),
  gone('order_balances', 'owed_fils > 0', ['wrong_order']),
  gone('delivery_confirmations', 'link_fils > 0', [
    'unexplained_answer',
    'unexplained_history',
    'wrong_order',
  ]),
  gone('approvals', UNPAID, ['unexplained_answer', 'wrong_record']),
  gone('approval_decisions', `approval_id = (select id from approvals where ${UNPAID})`, [
    'unexplained_answer',
    'wrong_record',
  ]),
  gone('commands', "endpoint = 'deliver_as_taken'", ['missing_answer']),
  added('delivery_lines', 'true', { item_id: ID, position: '9' }, ['wrong_record']),
  added('order_balances', 'true', { order_id: OTHER_ORDER }, ['wrong_order']),
];
