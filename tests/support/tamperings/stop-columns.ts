import { ID, LATER, PERSON, type Tried } from './tampering.ts';

const OTHER_DRIVER = "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)";
const OTHER_ORDER = '(select id from orders where due_amount_fils = 2200)';

/** By table and column: a condition for the row, the new value, and the differences that must be reported. */
export const STOP_COLUMNS: Record<string, Record<string, Tried>> = {
  delivery_attempts: {
    erased_at: [['true', 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    shop_id: [
      [
        'conflict is not null',
        '2',
        ['missing_history', 'unexplained_history', 'wrong_answer', 'wrong_record'],
      ],
    ],
    id: [['conflict is not null', ID, ['missing_history', 'unexplained_history', 'wrong_answer']]],
    order_id: [['conflict is not null', OTHER_ORDER, ['wrong_answer', 'wrong_history']]],
    driver_id: [['conflict is not null', OTHER_DRIVER, ['wrong_record']]],
    user_id: [
      ['conflict is not null', PERSON('Dina Driver'), ['wrong_answer', 'wrong_history', 'wrong_record']],
    ],
    number: [['conflict is not null', 'number + 1', ['wrong_answer', 'wrong_history', 'wrong_record']]],
    reason: [['true', "'no_money'", ['wrong_history']]],
    reason_label: [['true', "'Gate closed'", ['wrong_history']]],
    // Texts, photo, place and agreed time are in no other row.
    note: [['true', "'other words'", []]],
    photo_url: [['photo_url is not null', "'elsewhere.jpg'", []]],
    photo_file_id: [['photo_file_id is not null', ID, []]],
    next_day: [['true', "'2027-01-01'", []]],
    next_from: [['true', "'10:00', next_day = '2027-01-01'", []]],
    next_to: [['true', "'10:00', next_day = '2027-01-01'", []]],
    latitude: [['true', '1, longitude = 1', []]],
    longitude: [['true', '1, latitude = 1', []]],
    accuracy_m: [['true', '1', []]],
    conflict: [
      ["conflict = 'cancelled'", "'already_delivered'", ['wrong_answer', 'wrong_history', 'wrong_record']],
      ["conflict = 'cancelled'", 'null', ['wrong_answer', 'wrong_history', 'wrong_record']],
    ],
    from_status: [
      ["conflict = 'cancelled'", "'packed'", ['wrong_answer', 'wrong_history', 'wrong_record']],
      ['id in (select open_attempt_id from orders)', "'delivering'", ['wrong_history']],
    ],
    from_started_at: [
      [
        'from_started_at is not null and conflict is null',
        "occurred_at + interval '1 ms', recorded_at = recorded_at + interval '1 minute'",
        ['wrong_record'],
      ],
      ['from_started_at is not null', LATER('from_started_at', '-1 minute'), []],
    ],
    command_id: [['true', ID, ['wrong_answer', 'wrong_record']]],
    occurred_at: [
      ['conflict is not null', LATER('occurred_at', '-1 second'), ['wrong_answer', 'wrong_history']],
    ],
    recorded_at: [
      ['true', LATER('recorded_at', '-1 day'), ['wrong_record']],
      ['true', LATER('recorded_at', '1 hour'), []],
    ],
  },
  attempt_undos: {
    shop_id: [
      ['not has_conflict', '2', ['missing_history', 'unexplained_history', 'wrong_answer', 'wrong_record']],
    ],
    id: [['true', ID, []]],
    attempt_id: [
      ['not has_conflict', ID, ['missing_history', 'unexplained_history', 'wrong_answer', 'wrong_record']],
    ],
    user_id: [['true', PERSON('Dina Driver'), ['wrong_answer', 'wrong_history', 'wrong_record']]],
    has_conflict: [
      ['not has_conflict', 'true', ['wrong_answer', 'wrong_history']],
      ['has_conflict', 'false', ['wrong_answer', 'wrong_history']],
    ],
    command_id: [['true', ID, ['wrong_answer', 'wrong_record']]],
    occurred_at: [
      ['true', LATER('occurred_at', '20 seconds'), ['wrong_record']],
      ['true', LATER('occurred_at', '-1 minute'), ['wrong_record']],
    ],
    recorded_at: [
      ['true', LATER('recorded_at', '-1 day'), ['wrong_record']],
      ['true', LATER('recorded_at', '1 hour'), []],
    ],
  },
  loading_checks: {
    shop_id: [
      ["missing = '[]'", '2', ['missing_history', 'unexplained_history', 'wrong_answer', 'wrong_record']],
    ],
    id: [
      ["missing = '[]'", ID, []],
      ["missing <> '[]'", ID, ['wrong_order']],
    ],
    check_id: [['true', ID, ['missing_history', 'unexplained_history']]],
    order_id: [["missing = '[]'", OTHER_ORDER, ['missing_history', 'unexplained_history', 'wrong_answer']]],
    driver_id: [['true', OTHER_DRIVER, ['wrong_record']]],
    user_id: [['true', PERSON('Dina Driver'), ['wrong_answer', 'wrong_history', 'wrong_record']]],
    missing: [
      ["missing <> '[]'", "'[]'", ['wrong_answer', 'wrong_history', 'wrong_order']],
      ["missing <> '[]'", `jsonb_set(missing, '{0,qty}', '7')`, ['wrong_history']],
      // A correction of the order may have replaced its lines.
      ["missing <> '[]'", `jsonb_set(missing, '{0,item_id}', to_jsonb(gen_random_uuid()))`, []],
    ],
    command_id: [['true', ID, ['wrong_answer', 'wrong_record']]],
    occurred_at: [
      ['true', LATER('occurred_at', '1 day'), ['wrong_record']],
      ['true', LATER('occurred_at', '-1 minute'), []],
    ],
    recorded_at: [
      ['true', LATER('recorded_at', '-1 day'), ['wrong_record']],
      ['true', LATER('recorded_at', '1 hour'), []],
    ],
  },
  missing_goods: {
    shop_id: [['true', '2', ['wrong_order']]],
    order_id: [['true', OTHER_ORDER, ['wrong_order']]],
    loading_check_id: [
      ['true', ID, ['wrong_order']],
      [
        'true',
        "(select id from loading_checks where missing = '[]' and shop_id = 1 limit 1)",
        ['wrong_order'],
      ],
    ],
  },
  goods_decisions: {
    shop_id: [['true', '2', ['missing_history', 'unexplained_history', 'wrong_record']]],
    id: [['true', ID, []]],
    handover_id: [
      ['true', ID, ['missing_history', 'unexplained_history', 'wrong_record']],
      [
        'true',
        "(select id from cash_handovers where handover_type = 'start' and shop_id = 1 limit 1)",
        ['missing_history', 'unexplained_history', 'wrong_record'],
      ],
    ],
    order_id: [['true', OTHER_ORDER, ['missing_history', 'unexplained_history']]],
    driver_id: [['true', OTHER_DRIVER, ['wrong_record']]],
    outcome: [["outcome = 'kept'", "'returned'", ['wrong_history']]],
    responsible_user_id: [["outcome = 'missing'", PERSON('Dina Driver'), ['wrong_record']]],
    recorded_at: [['true', LATER('recorded_at'), []]],
  },
};
