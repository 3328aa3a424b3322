import { added, gone, ID, swapped, type Tampering } from './tampering.ts';

const OPEN = 'id in (select open_attempt_id from orders)';

/** Rows of attempts, loads and goods that are deleted, added or swapped. */
export const STOP_ROWS: (Tampering & { what: string })[] = [
  gone('delivery_attempts', 'conflict is not null', ['unexplained_history', 'wrong_answer']),
  gone('delivery_attempts', OPEN, ['unexplained_history', 'wrong_answer', 'wrong_order']),
  gone('attempt_undos', 'not has_conflict', ['unexplained_history', 'wrong_answer']),
  gone('loading_checks', "missing = '[]'", ['unexplained_history', 'wrong_answer']),
  gone('missing_goods', 'true', ['wrong_order']),
  gone('goods_decisions', 'true', ['unexplained_history']),
  gone('order_events', "kind = 'attempted'", ['missing_history']),
  gone('order_events', "kind = 'attempt_undone'", ['missing_history']),
  gone('order_events', "kind = 'loaded'", ['missing_history']),
  gone('order_events', "kind = 'goods'", ['missing_history']),
  gone('commands', "endpoint = 'record_attempt'", ['missing_answer', 'wrong_record']),
  gone('commands', "endpoint = 'undo_attempt'", ['missing_answer', 'wrong_record']),
  gone('commands', "endpoint = 'set_out'", ['missing_answer']),
  gone('commands', "endpoint = 'check_loading'", ['missing_answer', 'wrong_record']),

  added('delivery_attempts', 'conflict is not null', { id: ID, command_id: ID, number: '2' }, [
    'missing_history',
    'wrong_record',
  ]),
  added('delivery_attempts', 'conflict is not null', { id: ID, command_id: ID, number: '3' }, [
    'missing_history',
    'wrong_record',
  ]),
  added('attempt_undos', 'not has_conflict', { id: ID, command_id: ID, attempt_id: ID }, [
    'missing_history',
    'wrong_record',
  ]),
  added(
    'attempt_undos',
    'has_conflict',
    {
      id: ID,
      command_id: ID,
      attempt_id: `(select open_attempt_id from orders where open_attempt_id is not null limit 1)`,
    },
    ['missing_history', 'wrong_order', 'wrong_record'],
  ),
  added('loading_checks', 'true', { id: ID, command_id: ID, check_id: ID }, [
    'missing_history',
    'wrong_record',
  ]),
  added('missing_goods', 'true', { order_id: '(select id from orders where due_amount_fils = 2200)' }, [
    'wrong_order',
  ]),
  added(
    'goods_decisions',
    'true',
    { id: ID, order_id: '(select id from orders where due_amount_fils = 2200)' },
    ['missing_history'],
  ),
  added('order_events', "kind = 'attempted'", { id: ID }, ['wrong_history']),
  added(
    'order_events',
    "kind = 'attempted'",
    { id: ID, detail: "detail || jsonb_build_object('attempt_id', gen_random_uuid())" },
    ['unexplained_history'],
  ),

  swapped('delivery_attempts', ['id'], 'true', 'true', ['wrong_answer', 'wrong_history', 'wrong_order']),
  swapped('goods_decisions', ['outcome', 'responsible_user_id'], 'true', 'true', ['wrong_history']),
];
