import type { CashDifferenceKind } from '../../server/cash/cash-difference.ts';

/**
 * Direct changes in the database to rows that concern money, and the differences that `cash verify` must
 * report for them. An empty list: no other row contradicts the change (decision 92 lists these changes).
 */

export const TABLES = [
  'bank_deposits',
  'cash_adjustments',
  'cash_floats',
  'cash_handovers',
  'cash_issues',
  'cash_movements',
  'cash_tracking_parts',
  'commands',
  'delivery_confirmations',
  'operator_commands',
  'order_amounts',
  'order_events',
  'orders',
] as const;
type Table = (typeof TABLES)[number];

type Named = CashDifferenceKind[];
export type Tampering = { change: string; named: Named };
type Tried = [row: string, value: string, named: Named][];

const FILE: Tried = [['true', 'gen_random_uuid()', []]];
const PATH: Tried = [['true', "'elsewhere.pdf'", []]];
const PERSON = (name: string) => `(select id from profiles where full_name = '${name}' and shop_id = 1)`;
const LATER = (column: string, by = '1 second') => `${column} + interval '${by}'`;
const ID = 'gen_random_uuid()';

/** By table and column: a condition for the row, the new value, and the differences that must be reported. */
const TRIED: Record<Table, Record<string, Tried>> = {
  cash_movements: {
    shop_id: [['true', '2', ['balance', 'missing_movement', 'shop_total', 'unexplained_movement']]],
    id: [['true', ID, []]],
    from_holder: [["reason = 'issue'", "'opening'", ['wrong_movement']]],
    from_user_id: [["reason = 'collection'", PERSON('Dina Driver'), ['balance', 'wrong_movement']]],
    to_holder: [["reason = 'bank_deposit'", "'adjustment'", ['wrong_movement']]],
    to_user_id: [["reason = 'delivery'", PERSON('Mona Manager'), ['balance', 'wrong_movement']]],
    amount_fils: [
      ["reason = 'delivery'", 'amount_fils + 1', ['balance', 'shop_total', 'wrong_movement']],
      ["reason = 'issue'", 'amount_fils - 1', ['balance', 'shop_total', 'wrong_movement']],
    ],
    reason: [["reason = 'start_handover'", "'collection'", ['wrong_movement']]],
    source_type: [["reason = 'delivery'", "'cash_issue'", ['missing_movement', 'unexplained_movement']]],
    source_id: [['true', ID, ['missing_movement', 'unexplained_movement']]],
    leg: [['true', '2', ['missing_movement', 'unexplained_movement']]],
    command_id: [
      ["reason = 'delivery'", ID, ['wrong_movement']],
      ["reason = 'adjustment'", 'null', ['wrong_movement']],
    ],
    recorded_by: [
      ["reason = 'bank_deposit'", PERSON('Amal Admin'), ['wrong_movement']],
      ["reason = 'delivery'", 'null', ['wrong_movement']],
      ["reason = 'issue'", PERSON('Amal Admin'), ['wrong_movement']],
    ],
    occurred_at: [
      ["reason = 'delivery'", LATER('occurred_at'), ['wrong_movement']],
      ["reason = 'end_handover'", LATER('occurred_at'), ['wrong_movement']],
      ["reason = 'bank_deposit'", LATER('occurred_at'), ['wrong_movement']],
      ["reason = 'adjustment'", LATER('occurred_at'), ['wrong_movement']],
      ["reason = 'issue'", LATER('occurred_at'), ['wrong_movement']],
    ],
    recorded_at: [
      ["reason = 'delivery'", LATER('recorded_at'), ['wrong_movement']],
      ["reason = 'collection'", LATER('recorded_at'), ['wrong_movement']],
      ["reason = 'bank_deposit'", LATER('recorded_at'), ['wrong_movement']],
      ["reason = 'issue'", LATER('recorded_at'), ['wrong_movement']],
      ["reason = 'adjustment'", LATER('recorded_at'), ['wrong_movement']],
    ],
    posted_at: [
      ['true', 'null', ['balance', 'shop_total', 'waiting']],
      ["reason = 'delivery'", 'null', ['balance', 'shop_total', 'waiting', 'wrong_answer']],
      ["reason = 'delivery'", LATER('posted_at'), []],
    ],
    reverses: [
      [
        "reason = 'delivery'",
        "(select id from cash_movements where reason = 'issue' limit 1)",
        ['wrong_movement'],
      ],
    ],
  },
  cash_tracking_parts: {
    shop_id: [['cash_on_hand_fils <> 0', '2', ['balance', 'shop_total']]],
    user_id: [['cash_on_hand_fils <> 0', PERSON('Nobody Special'), ['balance']]],
    part: [['true', '7', []]],
    cash_on_hand_fils: [['true', 'cash_on_hand_fils + 1', ['balance', 'shop_total']]],
    last_updated: [
      ['true', LATER('last_updated', '-1 day'), ['balance']],
      ['true', LATER('last_updated', '1 minute'), []],
    ],
  },
  cash_handovers: {
    shop_id: [
      [
        'amount_fils > 0',
        '2',
        ['missing_answer', 'missing_movement', 'unexplained_answer', 'unexplained_movement', 'wrong_record'],
      ],
    ],
    id: [['amount_fils > 0', ID, ['missing_movement', 'unexplained_movement', 'wrong_answer']]],
    handover_reference: [['true', "handover_reference || '1'", ['wrong_answer', 'wrong_record']]],
    handover_type: [
      [
        "handover_type = 'start'",
        "'end', difference_fils = 0",
        ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record'],
      ],
    ],
    driver_id: [
      [
        "handover_type = 'end'",
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_record'],
      ],
      [
        "handover_type = 'collection' and driver_id is null",
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_record'],
      ],
    ],
    staff_user_id: [
      ["handover_type = 'end' and amount_fils = 0", PERSON('Dawood Driver'), ['wrong_record']],
      [
        "handover_type = 'collection'",
        PERSON('Dina Driver'),
        ['wrong_answer', 'wrong_movement', 'wrong_record'],
      ],
    ],
    admin_id: [
      [
        "handover_type = 'end' and amount_fils = 0",
        PERSON('Mona Manager'),
        ['missing_answer', 'unexplained_answer'],
      ],
      [
        "handover_type = 'start'",
        PERSON('Mona Manager'),
        ['missing_answer', 'unexplained_answer', 'wrong_movement'],
      ],
    ],
    amount_fils: [
      ["handover_type = 'start'", 'amount_fils + 1', ['wrong_answer', 'wrong_movement']],
      ['amount_fils = 0', '1, cash_received = true', ['missing_movement', 'wrong_answer']],
    ],
    difference_fils: [["handover_type = 'end'", 'difference_fils + 1', ['wrong_answer']]],
    cash_received: [['amount_fils > 0', 'false, amount_fils = 0', ['unexplained_movement', 'wrong_answer']]],
    card_machine_given: [["handover_type = 'start'", 'true', []]],
    card_machine_received: [["handover_type = 'end'", 'true', []]],
    card_machine_id: [["handover_type = 'start'", ID, []]],
    driver_signature_url: PATH,
    admin_signature_url: PATH,
    receipt_url: [["handover_type = 'start'", "'elsewhere.pdf'", []]],
    driver_signature_file_id: FILE,
    admin_signature_file_id: FILE,
    receipt_file_id: [["handover_type = 'start'", ID, []]],
    driver_signature_typed: [['true', 'not driver_signature_typed', []]],
    driver_signer: [['true', "'Somebody'", []]],
    admin_signature_typed: [['true', 'not admin_signature_typed', []]],
    admin_signer: [['true', "'Somebody'", []]],
    // The column has only one valid value.
    status: [],
    notes: [
      ["handover_type = 'collection'", "'Cash collected from Somebody to Mona Manager'", ['wrong_record']],
      ["handover_type = 'start'", "'a note'", []],
    ],
    command_id: [['amount_fils = 0', ID, ['missing_answer', 'unexplained_answer']]],
    completed_at: [
      ['amount_fils > 0', LATER('completed_at', '-1 second'), ['wrong_answer', 'wrong_movement']],
      ['amount_fils = 0', LATER('completed_at', '-1 second'), ['wrong_answer']],
    ],
    recorded_at: [
      ['true', LATER('recorded_at', '-1 second'), ['wrong_record']],
      ['true', LATER('recorded_at', '2 days'), ['wrong_answer']],
      ['true', LATER('recorded_at', '1 hour'), []],
    ],
  },
  bank_deposits: {
    shop_id: [
      ['true', '2', ['missing_answer', 'missing_movement', 'unexplained_answer', 'unexplained_movement']],
    ],
    id: [['true', ID, ['missing_movement', 'unexplained_movement', 'wrong_answer']]],
    reference: [['true', "reference || '1'", ['wrong_answer']]],
    manager_id: [['true', PERSON('Amal Admin'), ['missing_answer', 'unexplained_answer', 'wrong_movement']]],
    amount_fils: [['true', 'amount_fils + 1', ['wrong_answer', 'wrong_movement']]],
    deposit_date: [
      ['true', 'deposit_date + 10000', ['wrong_record']],
      ['true', 'deposit_date - 1', []],
    ],
    notes: [['true', "'other words'", []]],
    deposit_document_url: PATH,
    // A constraint keeps both null.
    invoice_image_url: [],
    manager_signature_url: [],
    receipt_file_id: FILE,
    invoice_file_id: FILE,
    signature_file_id: FILE,
    signature_typed: [['true', 'not signature_typed', []]],
    signer: [['true', "'Somebody'", []]],
    command_id: [['true', ID, ['missing_answer', 'unexplained_answer', 'wrong_movement']]],
    occurred_at: [['true', LATER('occurred_at', '-1 second'), ['wrong_movement']]],
    created_at: [['true', LATER('created_at'), ['wrong_answer']]],
  },
  cash_floats: {
    shop_id: [
      ['true', '2', ['missing_answer', 'missing_movement', 'unexplained_answer', 'unexplained_movement']],
    ],
    id: [['true', ID, ['missing_movement', 'unexplained_movement', 'wrong_answer']]],
    reference: [['true', "reference || '1'", ['wrong_answer']]],
    direction: [["direction = 'issue'", "'return'", ['wrong_answer', 'wrong_movement']]],
    admin_id: [['true', PERSON('Dina Driver'), ['wrong_answer', 'wrong_movement']]],
    // Only the receipt, a PDF, names the other person.
    manager_id: [['recorded_by = admin_id', PERSON('Dina Driver'), []]],
    recorded_by: [
      ['recorded_by = manager_id', 'admin_id', ['missing_answer', 'unexplained_answer', 'wrong_movement']],
    ],
    amount_fils: [['true', 'amount_fils + 1', ['wrong_answer', 'wrong_movement']]],
    receipt_url: PATH,
    admin_signature_file_id: FILE,
    manager_signature_file_id: FILE,
    receipt_file_id: FILE,
    admin_signature_typed: [['true', 'not admin_signature_typed', []]],
    admin_signer: [['true', "'Somebody'", []]],
    manager_signature_typed: [['true', 'not manager_signature_typed', []]],
    manager_signer: [['true', "'Somebody'", []]],
    command_id: [['true', ID, ['missing_answer', 'unexplained_answer', 'wrong_movement']]],
    completed_at: [['true', LATER('completed_at', '-1 second'), ['wrong_answer', 'wrong_movement']]],
    recorded_at: [
      ['true', LATER('recorded_at', '1 hour'), []],
      ['true', LATER('recorded_at', '2 days'), ['wrong_answer']],
    ],
  },
  cash_adjustments: {
    shop_id: [
      ['true', '2', ['missing_answer', 'missing_movement', 'unexplained_answer', 'unexplained_movement']],
    ],
    id: [['true', ID, ['missing_movement', 'unexplained_movement']]],
    user_id: [['true', PERSON('Amal Admin'), ['wrong_answer', 'wrong_movement']]],
    amount_fils: [
      ['true', 'amount_fils + 1', ['wrong_answer', 'wrong_movement']],
      ['true', '-amount_fils', ['wrong_answer', 'wrong_movement']],
    ],
    reason: [['true', "'other words'", ['wrong_answer']]],
    recorded_at: [['true', LATER('recorded_at'), ['wrong_answer', 'wrong_movement']]],
    command_id: [
      ['true', ID, ['missing_answer', 'unexplained_answer', 'wrong_movement']],
      ['true', 'null', ['unexplained_answer', 'wrong_movement']],
    ],
    occurred_at: [['true', LATER('occurred_at'), ['wrong_movement']]],
  },
  cash_issues: {
    shop_id: [['command_id is null', '2', ['missing_movement', 'unexplained_movement']]],
    id: [['true', ID, ['missing_movement', 'unexplained_movement']]],
    user_id: [
      ['command_id is not null', PERSON('Dina Driver'), ['wrong_answer', 'wrong_movement']],
      ['command_id is null', PERSON('Dina Driver'), ['wrong_movement']],
    ],
    amount_fils: [
      ['command_id is not null', 'amount_fils + 1', ['wrong_answer', 'wrong_movement']],
      ['command_id is null', 'amount_fils + 1', ['wrong_movement']],
    ],
    command_id: [
      ['command_id is not null', ID, ['missing_answer', 'unexplained_answer', 'wrong_movement']],
      ['command_id is null', ID, ['missing_answer', 'wrong_movement']],
    ],
    occurred_at: [['true', LATER('occurred_at'), ['wrong_movement']]],
    recorded_at: [['command_id is null', LATER('recorded_at'), ['wrong_movement']]],
  },
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
      ["tender = 'card_machine'", "'cash'", ['wrong_history']],
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
      ["kind = 'delivered'", `detail - 'confirmation_id'`, ['missing_history', 'unexplained_history']],
      ["detail ->> 'conflict' = 'amount_changed'", `detail || '{"seen_fils": 5}'`, ['wrong_history']],
      ["detail ->> 'conflict' = 'amount_changed'", `detail || '{"due_fils": 5}'`, ['wrong_history']],
      ["(detail -> 'due_from_fils') = '3300'", `detail || '{"due_from_fils": 5}'`, ['wrong_history']],
      ["(detail -> 'due_to_fils') = '3500'", `detail || '{"due_to_fils": 5}'`, ['wrong_order']],
      ["kind = 'updated'", `detail || '{"changed": "notes"}'`, []],
    ],
    actor_user_id: [
      ["kind = 'delivered'", PERSON('Mona Manager'), ['wrong_history']],
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
      ["kind = 'delivered'", LATER('recorded_at', '1 minute'), []],
    ],
  },
  commands: {
    shop_id: [["endpoint = 'record_deposit'", '2', ['missing_answer', 'unexplained_answer']]],
    user_id: [
      ["endpoint = 'record_deposit'", PERSON('Amal Admin'), ['missing_answer', 'unexplained_answer']],
    ],
    endpoint: [
      ["endpoint = 'start_handover'", "'end_handover'", ['missing_answer', 'unexplained_answer']],
      ["endpoint = 'start_handover'", "'another'", ['missing_answer', 'unexplained_answer']],
    ],
    command_id: [['true', ID, ['missing_answer', 'unexplained_answer']]],
    fingerprint: [['true', "repeat('0', 64)", []]],
    // The device's numbering is checked against the device's reports, not against the cash book.
    device_id: [['true', ID, []]],
    device_number: [['true', '4711', []]],
    device_hash: [['true', "'\\x00'", []]],
    device_previous: [['true', "'\\x00'", []]],
    status: [
      ['true', '409', ['wrong_answer']],
      ['true', 'null', ['wrong_answer']],
    ],
    body: [
      ['true', 'null', ['wrong_answer']],
      ['true', "''", ['wrong_answer']],
      ['true', "'no json {'", ['wrong_answer']],
      ['true', "'{}'", ['wrong_answer']],
      // An extra key, a different formatting, and a duplicate key; tampered-replies.ts covers every field.
      ['true', `replace(body, '}', ',"more":1}')`, ['wrong_answer']],
      ['true', "body || ' '", ['wrong_answer']],
      [
        "endpoint = 'confirm_delivery'",
        `replace(body, '{"success":true', '{"success":false,"success":true')`,
        ['wrong_answer'],
      ],
      [
        "endpoint = 'confirm_delivery'",
        `replace(body, '"amount_fils":', '"amount_fils":1')`,
        ['wrong_answer'],
      ],
      [
        "endpoint = 'confirm_delivery'",
        `replace(body, '"outcome":"delivered"', '"outcome":"recorded_with_conflict"')`,
        ['wrong_answer'],
      ],
      [
        "endpoint = 'end_handover'",
        `replace(body, '"difference_fils":', '"difference_fils":1')`,
        ['wrong_answer'],
      ],
      ["endpoint = 'collect_cash'", `replace(body, '"full_name":"', '"full_name":"X')`, ['wrong_record']],
      ["endpoint = 'record_deposit'", `replace(body, '"reference":"', '"reference":"X')`, ['wrong_answer']],
    ],
    recorded_at: [["endpoint = 'collect_cash'", LATER('recorded_at'), ['wrong_movement']]],
  },
  operator_commands: {
    shop_id: [['true', '2', ['missing_answer', 'unexplained_answer']]],
    command_id: [['true', ID, ['missing_answer', 'unexplained_answer']]],
    command: [
      ["command = 'cash issue'", "'cash adjust'", ['wrong_answer']],
      ["command = 'cash issue'", "'another'", ['missing_answer', 'unexplained_answer']],
    ],
    fingerprint: [['true', "repeat('0', 64)", ['wrong_answer']]],
    body: [
      ['true', 'null', ['wrong_answer']],
      ['true', "'no json {'", ['wrong_answer']],
      ['true', `replace(body, '}', ',"more":1}')`, ['wrong_answer']],
      ['true', `replace(body, '"amount_fils":', '"amount_fils":1')`, ['wrong_answer']],
    ],
    recorded_at: [['true', LATER('recorded_at'), ['wrong_answer']]],
  },
};

const first = (table: string, row: string) =>
  `(select ctid from ${table} where shop_id = 1 and (${row}) order by ctid limit 1)`;

export const COLUMNS = Object.fromEntries(
  Object.entries(TRIED).map(([table, columns]) => [
    table,
    Object.fromEntries(
      Object.entries(columns).map(([column, tried]) => [
        column,
        tried.map(([row, value, named]) => ({
          change: `update ${table} set ${column} = ${value} where ctid = ${first(table, row)}`,
          named,
        })),
      ]),
    ),
  ]),
) as Record<Table, Record<string, Tampering[]>>;

const gone = (table: Table, row: string, named: Named) => ({
  what: `${table}: a row deleted, ${row}`,
  change: `delete from ${table} where ctid = ${first(table, row)}`,
  named,
});

/** Inserts a copy of a row, with some columns replaced. */
const added = (table: Table, row: string, own: Record<string, string>, named: Named) => {
  const change = `
    create temp table copied on commit drop as select * from ${table} where ctid = ${first(table, row)};
    update copied set ${Object.entries(own)
      .map(([column, value]) => `${column} = ${value}`)
      .join(', ')};
    insert into ${table} select * from copied`;
  return { what: `${table}: a row added, like ${row}`, change, named };
};

/** Exchanges these columns between two rows. */
const swapped = (table: Table, columns: string[], a: string, b: string, named: Named) => {
  const list = columns.join(', ');
  const change = `
    create temp table pair on commit drop as
      select 1 as n, x.* from ${table} x where ctid = ${first(table, a)}
      union all select 2, x.* from ${table} x where ctid = (
        select ctid from ${table} where shop_id = 1 and (${b}) and ctid <> ${first(table, a)} order by ctid desc limit 1);
    delete from ${table} t using pair where to_jsonb(t) = to_jsonb(pair) - 'n';
    create temp table crossed on commit drop as select * from pair;
    update crossed c set (${list}) = (select ${list} from pair p where p.n <> c.n);
    alter table crossed drop column n;
    insert into ${table} select * from crossed`;
  return { what: `${table}: two rows swapped by ${list}, ${a} and ${b}`, change, named };
};

const DELIVERY = "reason = 'delivery'";
export const ROWS: (Tampering & { what: string })[] = [
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

  swapped('cash_movements', ['source_id'], DELIVERY, DELIVERY, ['wrong_movement']),
  swapped('cash_movements', ['command_id'], "reason = 'bank_deposit'", "reason = 'bank_deposit'", [
    'wrong_movement',
  ]),
  swapped('cash_tracking_parts', ['user_id'], 'true', 'true', ['balance']),
  swapped('cash_tracking_parts', ['cash_on_hand_fils'], 'true', 'true', ['balance']),
  swapped('cash_handovers', ['id'], "handover_type = 'start'", "handover_type = 'start'", [
    'wrong_answer',
    'wrong_movement',
  ]),
  swapped('cash_handovers', ['difference_fils'], "handover_type = 'end'", "handover_type = 'end'", [
    'wrong_answer',
  ]),
  swapped('bank_deposits', ['command_id'], 'true', 'true', ['wrong_answer', 'wrong_movement']),
  swapped('cash_adjustments', ['reason'], 'true', 'true', ['wrong_answer']),
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
  swapped('order_events', ['detail'], "kind = 'delivered'", "kind = 'delivered'", ['wrong_history']),
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
