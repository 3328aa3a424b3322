import { FILE, ID, LATER, PATH, PERSON, type Tried } from './tampering.ts';

/** By table and column: a condition for the row, the new value, and the differences that must be reported. */
export const RECORD_COLUMNS: Record<string, Record<string, Tried>> = {
  cash_handovers: {
    shop_id: [
      [
        'amount_fils > 0',
        '2',
        ['missing_answer', 'missing_movement', 'unexplained_answer', 'unexplained_movement', 'wrong_record'],
      ],
    ],
    id: [
      ['amount_fils > 0', ID, ['missing_movement', 'unexplained_movement', 'wrong_answer', 'wrong_record']],
    ],
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
    card_machine_id: [["handover_type = 'start'", ID, ['wrong_record']]],
    difference_choice: [
      ["difference_choice = 'kept'", "'short_or_over'", ['wrong_answer', 'wrong_record']],
      ["difference_choice = 'kept'", 'null', ['wrong_answer', 'wrong_record']],
      [
        "handover_type = 'end' and difference_choice is null",
        "'short_or_over'",
        ['wrong_answer', 'wrong_record'],
      ],
    ],
    card_machine_from_driver_id: [
      [
        'card_machine_id is not null',
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_record'],
      ],
      [
        'card_machine_id is null',
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_record'],
      ],
    ],
    card_machine_from_shop: [
      ['card_machine_id is null', 'true', ['wrong_record']],
      ['card_machine_from_shop', 'false', ['wrong_record']],
    ],
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
    approval_id: [
      ['approval_id is not null', ID, ['wrong_movement', 'wrong_record']],
      ['approval_id is not null', 'null', ['missing_answer', 'wrong_movement', 'wrong_record']],
    ],
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
    approval_id: [
      ['approval_id is not null', ID, ['wrong_movement', 'wrong_record']],
      ['approval_id is not null', 'null', ['wrong_movement', 'wrong_record']],
      ['approval_id is null', ID, ['wrong_movement', 'wrong_record']],
    ],
    reason: [
      ['true', "'other words'", ['wrong_answer']],
      ['approval_id is not null', "'other words'", ['wrong_record']],
    ],
    recorded_at: [['true', LATER('recorded_at'), ['wrong_answer', 'wrong_movement']]],
    command_id: [
      ['true', ID, ['missing_answer', 'unexplained_answer', 'wrong_movement']],
      ['true', 'null', ['unexplained_answer', 'wrong_movement']],
    ],
    occurred_at: [['true', LATER('occurred_at'), ['wrong_movement']]],
  },
  cash_issues: {
    approval_id: [
      ['approval_id is not null', ID, ['wrong_movement', 'wrong_record']],
      ['approval_id is not null', 'null', ['wrong_movement', 'wrong_record']],
    ],
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
};
