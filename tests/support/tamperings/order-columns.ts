import { TAKEN_CONFIRMATION } from './taken-columns.ts';
import { FILE, ID, LATER, PATH, PERSON, type Tried } from './tampering.ts';

/** By table and column: a condition for the row, the new value, and the differences that must be reported. */
export const ORDER_COLUMNS: Record<string, Record<string, Tried>> = {
  delivery_confirmations: {
    erased_at: [['true', 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    shop_id: [
      [
        'cash_fils > 0',
        '2',
        [
          'missing_answer',
          'missing_history',
          'missing_movement',
          'unexplained_answer',
          'unexplained_history',
          'unexplained_movement',
          'wrong_order',
          'wrong_record',
        ],
      ],
    ],
    id: [
      [
        'cash_fils > 0',
        ID,
        [
          'missing_history',
          'missing_movement',
          'unexplained_history',
          'unexplained_movement',
          'wrong_answer',
        ],
      ],
      ['cash_fils = 0', ID, ['missing_history', 'unexplained_history', 'wrong_answer']],
    ],
    order_id: [
      [
        "outcome = 'delivered'",
        '(select id from orders where due_amount_fils = 2200)',
        ['wrong_answer', 'wrong_history', 'wrong_order'],
      ],
    ],
    driver_id: [
      [
        "outcome = 'delivered'",
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_order', 'wrong_record'],
      ],
    ],
    user_id: [
      [
        "tender = 'card_machine'",
        PERSON('Dina Driver'),
        ['missing_answer', 'unexplained_answer', 'wrong_history', 'wrong_record'],
      ],
    ],
    delivery_image_url: PATH,
    customer_signature_url: PATH,
    delivery_image_file_id: FILE,
    delivery_note_file_id: FILE,
    customer_name: [['true', "'Somebody'", []]],
    tender: [
      [
        "tender = 'cash'",
        "'card_machine', cash_fils = 0",
        ['unexplained_movement', 'wrong_answer', 'wrong_history'],
      ],
    ],
    collected_fils: [["tender = 'card_machine'", 'collected_fils - 1', ['wrong_history', 'wrong_order']]],
    cash_fils: [
      [
        "tender = 'cash'",
        'cash_fils - 1, collected_fils = collected_fils - 1',
        ['wrong_answer', 'wrong_history', 'wrong_movement', 'wrong_order'],
      ],
      [
        "tender = 'card_machine'",
        "collected_fils, tender = 'cash'",
        ['missing_movement', 'wrong_answer', 'wrong_history'],
      ],
    ],
    outcome: [
      [
        'conflict is null',
        "'recorded_with_conflict', conflict = 'cancelled'",
        ['wrong_answer', 'wrong_history', 'wrong_order'],
      ],
      [
        "conflict = 'cancelled'",
        "'delivered', conflict = null",
        ['wrong_answer', 'wrong_history', 'wrong_order'],
      ],
    ],
    conflict: [["conflict = 'cancelled'", "'already_delivered'", ['wrong_answer', 'wrong_history']]],
    command_id: [["tender = 'card_machine'", ID, ['missing_answer', 'unexplained_answer']]],
    delivered_at: [
      [
        "tender = 'card_machine'",
        LATER('delivered_at', '-2 second'),
        ['wrong_answer', 'wrong_history', 'wrong_order'],
      ],
    ],
    recorded_at: [
      ['true', LATER('recorded_at', '-1 minute'), ['wrong_record']],
      ['true', LATER('recorded_at', '2 days'), ['wrong_answer']],
      ['true', LATER('recorded_at', '1 hour'), []],
    ],
    ...TAKEN_CONFIRMATION,
  },
  orders: {
    erased_at: [["status = 'completed'", 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    shop_id: [["status = 'completed'", '2', ['wrong_answer', 'wrong_order']]],
    id: [["status = 'completed'", ID, ['wrong_answer', 'wrong_order']]],
    order_number: [["status = 'completed'", "order_number || '9'", ['wrong_answer']]],
    number_key: [['true', "'999'", []]],
    repeats_number: [['true', 'true', []]],
    external_id: [['true', "'1'", []]],
    version: [['true', 'version + 1', []]],
    area: [['true', "'Marina'", []]],
    promised_at: [['true', 'now()', []]],
    open_attempt_id: [
      ['open_attempt_id is not null', 'null', ['wrong_order']],
      ['open_attempt_id is not null', ID, ['wrong_order']],
      ['open_attempt_id is not null', "null, status = 'dispatching'", ['wrong_order']],
      ['open_attempt_id is not null', "null, status = 'packed'", []],
    ],
    driver_id: [
      [
        "status = 'completed'",
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_order'],
      ],
      ["status = 'dispatching'", 'null', []],
    ],
    customer_id: [['true', ID, []]],
    ever_driver_ids: [['true', "'{}'", []]],
    status: [
      ["status = 'completed' and payment_method = 'online'", "'cancelled'", ['wrong_answer', 'wrong_order']],
      ["status = 'dispatching'", "'completed', actual_delivery_time = now()", ['wrong_order']],
      ["status = 'dispatching'", "'cancelled'", []],
    ],
    payment_method: [["status = 'completed'", "'card'", []]],
    payment_status: [
      ["status = 'completed' and due_amount_fils > 0", "'pending'", ['wrong_answer', 'wrong_order']],
    ],
    subtotal_fils: [
      [
        "status = 'completed' and due_amount_fils > 0",
        'subtotal_fils + 1, total_amount_fils = total_amount_fils + 1, paid_amount_fils = paid_amount_fils + 1',
        [],
      ],
    ],
    discount_fils: [['true', 'discount_fils + 1, subtotal_fils = subtotal_fils + 1', []]],
    pays_either: [["payment_method = 'cash'", 'true', []]],
    waits_because: [["status = 'dispatching'", "'payment_voided'", []]],
    payment_names: [['true', "array['COD']", []]],
    told_due_fils: [['true', '0', []]],
    requests: [['true', 'jsonb_build_array(1)', []]],
    locale: [['true', "'ar'", []]],
    taxes_included: [['true', 'true', []]],
    shortened: [['true', "array['notes']", []]],
    refund: [['true', "'part'", []]],
    shipping_fils: [['true', 'shipping_fils + 1, subtotal_fils = subtotal_fils - 1', []]],
    tax_fils: [['true', 'tax_fils + 1, subtotal_fils = subtotal_fils - 1', []]],
    total_amount_fils: [
      [
        "status = 'completed' and due_amount_fils = 0",
        'total_amount_fils + 1, subtotal_fils = subtotal_fils + 1, paid_amount_fils = paid_amount_fils + 1',
        [],
      ],
    ],
    paid_amount_fils: [
      [
        "status = 'completed' and due_amount_fils > 0",
        'paid_amount_fils + 1, due_amount_fils = due_amount_fils - 1',
        ['wrong_order'],
      ],
    ],
    due_amount_fils: [
      [
        "status = 'completed' and due_amount_fils > 0",
        'due_amount_fils + 1, total_amount_fils = total_amount_fils + 1, subtotal_fils = subtotal_fils + 1',
        ['wrong_order'],
      ],
      [
        'due_amount_fils = 3500',
        'due_amount_fils + 1, total_amount_fils = total_amount_fils + 1, subtotal_fils = subtotal_fils + 1',
        ['wrong_order'],
      ],
      ['due_amount_fils = 3500', '3400, total_amount_fils = 3400, subtotal_fils = 3400', ['wrong_order']],
      [
        'due_amount_fils = 2200',
        'due_amount_fils + 1, total_amount_fils = total_amount_fils + 1, subtotal_fils = subtotal_fils + 1',
        [],
      ],
    ],
    delivery_address: [['true', "'elsewhere'", []]],
    latitude: [['true', '1, longitude = 1', []]],
    longitude: [['true', '1, latitude = 1', []]],
    notes: [['true', "'other words'", []]],
    created_at: [['true', LATER('created_at'), []]],
    updated_at: [['true', LATER('updated_at'), []]],
    dispatching_started_at: [
      ["status = 'completed'", LATER('dispatching_started_at', '-2 seconds'), ['wrong_order']],
    ],
    actual_delivery_time: [
      ["status = 'completed'", LATER('actual_delivery_time'), ['wrong_answer', 'wrong_order']],
    ],
    delivery_duration_seconds: [
      ["status = 'completed'", 'delivery_duration_seconds + 1', ['wrong_answer', 'wrong_order']],
    ],
  },
  order_amounts: {
    ever_driver_ids: [['true', "'{}'", []]],
    shop_id: [['true', '2', ['wrong_history', 'wrong_order']]],
    order_id: [
      ['due_amount_fils = 3300', '(select id from orders where due_amount_fils = 2200)', ['wrong_history']],
    ],
    due_amount_fils: [
      ['due_amount_fils = 3300', '3301', ['wrong_history']],
      ['due_amount_fils = 6000', '6001', ['wrong_history', 'wrong_order']],
    ],
    replaced_at: [
      ['true', LATER('replaced_at', '-1 day'), ['wrong_history']],
      ['true', LATER('replaced_at', '-1 minute'), []],
    ],
  },
  order_events: {
    erased_at: [['true', 'now()', ['wrong_erasing']]],
    erased_hashes: [['true', "'{}'", ['wrong_erasing']]],
    ever_driver_ids: [['true', "'{}'", []]],
    shop_id: [["kind = 'delivered'", '2', ['missing_history', 'unexplained_history']]],
    id: [['true', ID, []]],
    order_id: [
      ["kind = 'delivered'", '(select id from orders where due_amount_fils = 2200)', ['wrong_history']],
    ],
    kind: [
      ["kind = 'delivered'", "'conflict'", ['wrong_history']],
      ["kind = 'delivered'", "'status'", ['wrong_history']],
      ["kind = 'updated'", "'status'", ['wrong_history']],
    ],
    detail: [
      ["kind = 'delivered'", `detail || '{"collected_fils": 1}'`, ['wrong_history']],
      ["kind = 'delivered'", `detail || '{"tender": "card_machine"}'`, ['wrong_history']],
      ["kind = 'delivered'", `detail || '{"from": "packed"}'`, ['wrong_history']],
      // Without an attempt, no delivery begins at the shop.
      ["kind = 'delivered'", `detail || '{"from": "dispatched"}'`, ['wrong_history']],
      ["kind = 'delivered'", `detail - 'confirmation_id'`, ['missing_history', 'unexplained_history']],
      ["detail ->> 'conflict' = 'amount_changed'", `detail || '{"seen_fils": 5}'`, ['wrong_history']],
      ["detail ->> 'conflict' = 'amount_changed'", `detail || '{"due_fils": 5}'`, ['wrong_history']],
      ["(detail -> 'due_from_fils') = '3300'", `detail || '{"due_from_fils": 5}'`, ['wrong_history']],
      ["(detail -> 'due_to_fils') = '3500'", `detail || '{"due_to_fils": 5}'`, ['wrong_order']],
      ["kind = 'updated'", `detail || '{"changed": "notes"}'`, []],
      ["kind = 'attempted'", `detail || '{"number": 9}'`, ['wrong_history']],
      ["kind = 'attempted'", `detail || '{"reason_key": "no_money"}'`, ['wrong_history']],
      ["kind = 'attempted'", `detail || '{"from": "packed"}'`, ['wrong_history']],
      ["kind = 'attempted'", `detail || '{"conflict": "reassigned"}'`, ['wrong_history']],
      ["kind = 'attempted'", `detail || '{"occurred_at": "2026-01-01T00:00:00.000Z"}'`, ['wrong_history']],
      ["kind = 'attempted'", `detail - 'attempt_id'`, ['missing_history', 'unexplained_history']],
      [
        "kind = 'attempt_undone' and not detail ? 'conflict'",
        `detail || '{"to": "packed"}'`,
        ['wrong_history'],
      ],
      ["kind = 'attempt_undone'", `detail || '{"from": "packed"}'`, ['wrong_history']],
      ["kind = 'loaded' and detail -> 'missing' <> '[]'", `detail || '{"missing": []}'`, ['wrong_history']],
      ["kind = 'goods'", `detail || '{"outcome": "returned"}'`, ['wrong_history']],
    ],
    actor_user_id: [
      ["kind = 'delivered'", PERSON('Mona Manager'), ['wrong_history']],
      ["kind = 'attempted'", PERSON('Mona Manager'), ['wrong_history']],
      ["kind = 'attempt_undone'", PERSON('Mona Manager'), ['wrong_history']],
      ["kind = 'loaded'", PERSON('Mona Manager'), ['wrong_history']],
      ["kind = 'goods'", PERSON('Mona Manager'), ['wrong_history']],
      ["kind = 'delivered'", 'null', ['wrong_history']],
      ["kind = 'updated'", `${PERSON('Mona Manager')}, system = null`, []],
    ],
    operator: [
      ["kind = 'delivered'", "'root', actor_user_id = null", ['wrong_history']],
      ["kind = 'updated'", "'root', system = null", []],
    ],
    system: [["system = 'shopify'", "'server'", []]],
    recorded_at: [
      ["kind = 'delivered'", LATER('recorded_at', '-1 day'), ['wrong_history']],
      ["kind = 'attempted'", LATER('recorded_at', '-1 day'), ['wrong_history']],
      ["kind = 'attempt_undone'", LATER('recorded_at', '-1 day'), ['wrong_history']],
      ["kind = 'delivered'", LATER('recorded_at', '1 minute'), []],
    ],
  },
};
