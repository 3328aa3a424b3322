import { ID, LATER, PATH, PERSON, type Tried } from './tampering.ts';

const decided = (outcome: string) =>
  `id in (select approval_id from approval_decisions where outcome = '${outcome}')`;
const PENDING = 'id not in (select approval_id from approval_decisions)';
const ABOUT_NO_ORDER = "kind = 'adjustment'";
/** Decisions of this outcome about requests of this kind. */
const decision = (outcome: string, kind: string) =>
  `outcome = '${outcome}' and approval_id in (select id from approvals where kind = '${kind}')`;
const BY_STAFF = 'decided_by is not null';
const moved = (by: string) =>
  `jsonb_set(jsonb_set(changes, '{0,after_fils}', to_jsonb((changes #> '{0,after_fils}')::int + ${by})),
    '{0,before_fils}', to_jsonb((changes #> '{0,before_fils}')::int + ${by}))`;
const OTHER_END = `(select id from cash_handovers where handover_type = 'end' and difference_choice = 'kept')`;
const OTHER_DIFFERENCE = `(select id from cash_differences where kind = 'over' and handover_id is not null)`;
const OF_DESK = 'command_id not in (select command_id from cash_handovers)';
const OF_END = 'command_id in (select command_id from cash_handovers)';
const settlement = (kind: string, of: string) =>
  `kind = '${kind}' and difference_id in (select id from cash_differences where kind = '${of}')`;
const record = (reference: string) => `record_id in (
  select id from cash_handovers where handover_reference like '${reference}%'
  union all select id from bank_deposits where reference like '${reference}%'
  union all select id from cash_floats where reference like '${reference}%')`;

/** By table and column: a condition for the row, the new value, and the differences that must be reported. */
export const SECOND_PERSON_COLUMNS: Record<string, Record<string, Tried>> = {
  approvals: {
    erased_at: [[ABOUT_NO_ORDER, 'now()', ['wrong_record']]],
    erased_hashes: [[ABOUT_NO_ORDER, "'{}'", ['wrong_record']]],
    shop_id: [[PENDING, '2', ['missing_answer', 'unexplained_answer', 'wrong_record']]],
    id: [
      [PENDING, ID, ['wrong_answer', 'wrong_record']],
      [decided('approved'), ID, ['wrong_answer', 'wrong_record']],
    ],
    kind: [
      [
        `${PENDING} and kind = 'adjustment' and operator is null`,
        "'issue'",
        ['missing_answer', 'unexplained_answer', 'wrong_record'],
      ],
      [
        `${PENDING} and kind = 'adjustment' and operator is not null`,
        "'issue'",
        ['wrong_answer', 'wrong_record'],
      ],
      [decided('approved'), "'write_off'", ['missing_answer', 'unexplained_answer', 'wrong_record']],
    ],
    requested_by: [
      [decided('approved'), PERSON('Mona Manager'), ['missing_answer', 'unexplained_answer', 'wrong_record']],
    ],
    operator: [['operator is not null', "'another'", ['wrong_record']]],
    user_id: [
      [decided('approved'), PERSON('Dawood Driver'), ['wrong_record']],
      [PENDING, PERSON('Dawood Driver'), ['wrong_record']],
      ["kind = 'void'", PERSON('Dina Driver'), ['wrong_record']],
      ["kind = 'write_off'", PERSON('Dina Driver'), ['wrong_record']],
    ],
    amount_fils: [
      [decided('approved'), 'amount_fils + 1', ['wrong_record']],
      [PENDING, 'amount_fils + 1', ['wrong_record']],
      ["kind = 'void'", 'amount_fils + 1', ['wrong_record']],
      ['operator is not null', 'amount_fils + 1', ['wrong_answer', 'wrong_record']],
    ],
    reason: [
      [PENDING, "'other words'", ['wrong_record']],
      ['operator is not null', "'other words'", ['wrong_answer', 'wrong_record']],
    ],
    record: [
      [decided('approved'), `record || '{"amount_fils": 1}'`, ['wrong_record']],
      [decided('approved'), `record || '{"reason": "other words"}'`, ['wrong_record']],
      [decided('approved'), `record || '{"more": 1}'`, ['wrong_record']],
      [`${PENDING} and kind = 'write_off'`, `record || '{"kind": "salary"}'`, ['wrong_record']],
      [
        `${PENDING} and kind = 'write_off'`,
        "record || jsonb_build_object('difference_id', gen_random_uuid())",
        ['wrong_record'],
      ],
      [`${PENDING} and kind = 'float'`, `record || '{"direction": "return"}'`, ['wrong_record']],
      [`${PENDING} and kind = 'void'`, `record || '{"reference": "VD-1"}'`, ['wrong_answer', 'wrong_record']],
      [`${PENDING} and kind = 'void'`, 'record || \'{"completed_at": "now"}\'', ['wrong_answer']],
      [
        `${decided('approved')} and kind = 'float'`,
        'record || \'{"completed_at": "now"}\'',
        ['wrong_record'],
      ],
      [
        `${PENDING} and kind = 'correction'`,
        `record || '{"link_fils": 1, "transfer_fils": 2999}'`,
        ['wrong_record'],
      ],
      // Only the files of the request have the signers' names.
      [`${PENDING} and kind = 'float'`, `record || '{"admin_signer": "Somebody"}'`, []],
    ],
    file_ids: [
      [`${PENDING} and kind = 'float'`, "'{}'", ['wrong_record']],
      [PENDING, 'array[gen_random_uuid()]', ['wrong_record']],
    ],
    command_id: [
      [PENDING, ID, ['missing_answer', 'unexplained_answer', 'wrong_record']],
      ['operator is not null', ID, ['missing_answer', 'unexplained_answer', 'wrong_record']],
    ],
    requested_at: [[PENDING, LATER('requested_at'), ['wrong_record']]],
    expires_at: [
      [PENDING, LATER('expires_at'), ['wrong_answer', 'wrong_record']],
      ['operator is not null', LATER('expires_at'), ['wrong_answer', 'wrong_record']],
    ],
  },
  approval_decisions: {
    requested_by: [[decision('refused', 'float'), PERSON('Dina Driver'), ['wrong_record']]],
    shop_id: [
      [
        decision('approved', 'adjustment'),
        '2',
        ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record'],
      ],
    ],
    approval_id: [
      [decision('approved', 'adjustment'), ID, ['wrong_answer', 'wrong_movement', 'wrong_record']],
      [decision('refused', 'adjustment'), ID, ['wrong_answer', 'wrong_record']],
    ],
    outcome: [
      [decision('approved', 'adjustment'), "'refused'", ['wrong_answer', 'wrong_movement', 'wrong_record']],
      [decision('refused', 'float'), "'approved'", ['wrong_answer', 'wrong_record']],
      [decision('withdrawn', 'adjustment'), "'refused'", ['wrong_answer', 'wrong_record']],
      ['operator is not null', "'withdrawn'", ['wrong_answer', 'wrong_movement', 'wrong_record']],
    ],
    decided_by: [
      [
        `${decision('approved', 'adjustment')} and ${BY_STAFF}`,
        PERSON('Amal Admin'),
        ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record'],
      ],
      [
        decision('refused', 'void'),
        PERSON('Amal Admin'),
        ['missing_answer', 'unexplained_answer', 'wrong_record'],
      ],
    ],
    operator: [['operator is not null', "'another'", ['wrong_record']]],
    reason: [
      // The audit has no free texts.
      [`reason is not null and ${BY_STAFF}`, "'other words'", []],
      ['reason is not null and operator is not null', "'other words'", ['wrong_answer']],
    ],
    changes: [
      [`${decision('approved', 'adjustment')} and ${BY_STAFF}`, "'[]'", ['wrong_answer', 'wrong_record']],
      [`${decision('approved', 'adjustment')} and ${BY_STAFF}`, moved('1'), ['wrong_answer']],
      [decision('approved', 'void'), `changes - 0`, ['wrong_answer', 'wrong_record']],
      ["operator is not null and outcome = 'approved'", moved('1'), ['wrong_answer']],
      [
        decision('approved', 'write_off'),
        `jsonb_set(changes, '{0,account}', '"cash"')`,
        ['wrong_answer', 'wrong_record'],
      ],
      [decision('approved', 'write_off'), `'[1, {"account": 2}]'`, ['wrong_answer', 'wrong_record']],
      [decision('refused', 'adjustment'), `'[{"account": "cash"}]'`, ['wrong_answer', 'wrong_record']],
    ],
    command_id: [
      [
        `${decision('approved', 'adjustment')} and ${BY_STAFF}`,
        ID,
        ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record'],
      ],
      [
        "operator is not null and outcome = 'refused'",
        ID,
        ['missing_answer', 'unexplained_answer', 'wrong_record'],
      ],
    ],
    decided_at: [
      [decision('approved', 'adjustment'), LATER('decided_at'), ['wrong_record']],
      [decision('approved', 'float'), LATER('decided_at'), ['wrong_movement']],
      [
        decision('withdrawn', 'adjustment'),
        LATER('decided_at', '25 hours'),
        ['wrong_answer', 'wrong_record'],
      ],
      [`${decision('refused', 'adjustment')} and ${BY_STAFF}`, LATER('decided_at'), []],
      [
        `${decision('refused', 'adjustment')} and ${BY_STAFF}`,
        LATER('decided_at', '2 days'),
        ['wrong_answer', 'wrong_record'],
      ],
    ],
  },
  cash_differences: {
    correction_id: [
      [`kind = 'shortage' and ${OF_DESK}`, 'id, handover_id = null', ['unexplained_answer', 'wrong_record']],
    ],
    shop_id: [
      [
        `kind = 'shortage' and ${OF_DESK}`,
        '2',
        [
          'balance',
          'missing_answer',
          'missing_movement',
          'unexplained_answer',
          'unexplained_movement',
          'wrong_record',
        ],
      ],
    ],
    id: [
      [
        `kind = 'over'`,
        ID,
        [
          'balance',
          'missing_movement',
          'unexplained_movement',
          'wrong_answer',
          'wrong_movement',
          'wrong_record',
        ],
      ],
    ],
    handover_id: [
      [`kind = 'shortage' and ${OF_END}`, OTHER_END, ['missing_answer', 'wrong_answer', 'wrong_record']],
      [`kind = 'shortage' and ${OF_DESK}`, OTHER_END, ['wrong_answer', 'wrong_record']],
    ],
    user_id: [
      [
        `kind = 'shortage' and ${OF_DESK}`,
        PERSON('Dina Driver'),
        ['balance', 'wrong_movement', 'wrong_record'],
      ],
    ],
    kind: [
      [`kind = 'over'`, "'shortage'", ['balance', 'wrong_answer', 'wrong_movement', 'wrong_record']],
      [
        `kind = 'none'`,
        "'shortage', amount_fils = 1",
        ['balance', 'missing_movement', 'wrong_answer', 'wrong_record'],
      ],
      [
        `kind = 'shortage' and ${OF_DESK}`,
        "'none', amount_fils = 0",
        ['balance', 'unexplained_movement', 'wrong_answer', 'wrong_record'],
      ],
    ],
    amount_fils: [
      [`kind = 'over'`, 'amount_fils + 1', ['balance', 'wrong_movement', 'wrong_record']],
      [`kind = 'over'`, 'amount_fils - 1', ['balance', 'wrong_movement', 'wrong_record']],
      [
        `kind = 'shortage' and ${OF_DESK}`,
        'amount_fils - 1',
        ['balance', 'wrong_answer', 'wrong_movement', 'wrong_record'],
      ],
    ],
    // The audit has no free texts.
    reason: [['true', "'other words'", []]],
    decided_by: [
      [
        OF_DESK,
        PERSON('Amal Admin'),
        ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record'],
      ],
      [OF_END, PERSON('Mona Manager'), ['missing_answer', 'wrong_answer', 'wrong_movement', 'wrong_record']],
    ],
    command_id: [
      [OF_DESK, ID, ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record']],
      [OF_END, ID, ['missing_answer', 'wrong_answer', 'wrong_movement', 'wrong_record']],
    ],
    recorded_at: [
      [OF_DESK, LATER('recorded_at'), ['wrong_movement']],
      [`kind = 'none'`, LATER('recorded_at'), []],
      [`kind = 'none'`, LATER('recorded_at', '2 days'), ['wrong_answer']],
    ],
  },
  cash_settlements: {
    shop_id: [
      [
        "kind = 'payment'",
        '2',
        [
          'balance',
          'missing_answer',
          'missing_movement',
          'unexplained_answer',
          'unexplained_movement',
          'wrong_record',
        ],
      ],
    ],
    id: [
      ["kind = 'payment'", ID, ['missing_movement', 'unexplained_movement', 'wrong_answer', 'wrong_record']],
      ["kind = 'late_delivery'", ID, ['missing_movement', 'unexplained_movement']],
      ["kind = 'loss'", ID, ['missing_movement', 'unexplained_movement', 'wrong_record']],
    ],
    difference_id: [
      [
        settlement('payment', 'shortage'),
        OTHER_DIFFERENCE,
        ['balance', 'wrong_answer', 'wrong_movement', 'wrong_record'],
      ],
      [settlement('late_delivery', 'over'), ID, ['balance', 'wrong_movement', 'wrong_record']],
    ],
    user_id: [
      [
        "kind = 'payment'",
        PERSON('Dina Driver'),
        ['balance', 'wrong_answer', 'wrong_movement', 'wrong_record'],
      ],
      ["kind = 'loss'", PERSON('Dina Driver'), ['balance', 'wrong_movement', 'wrong_record']],
    ],
    kind: [
      ["kind = 'loss'", "'salary'", ['wrong_record']],
      ["kind = 'salary'", "'loss'", ['wrong_record']],
    ],
    amount_fils: [
      ["kind = 'payment'", 'amount_fils + 1', ['balance', 'wrong_answer', 'wrong_movement', 'wrong_record']],
      ["kind = 'loss'", 'amount_fils + 1', ['balance', 'wrong_movement', 'wrong_record']],
      ["kind = 'late_delivery'", 'amount_fils + 1', ['balance', 'wrong_movement', 'wrong_record']],
      ["kind = 'late_delivery'", 'amount_fils - 1', ['balance', 'wrong_movement']],
    ],
    reason: [["kind = 'loss'", "'other words'", ['wrong_record']]],
    reference: [
      ["kind = 'payment'", "'ST-1'", ['wrong_answer', 'wrong_record']],
      ["kind = 'payment'", "'ST-1795174612555'", ['wrong_answer', 'wrong_record']],
    ],
    staff_user_id: [
      [
        "kind = 'payment'",
        PERSON('Amal Admin'),
        ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record'],
      ],
    ],
    receipt_url: [["kind = 'payment'", "'elsewhere.pdf'", []]],
    person_signature_file_id: [["kind = 'payment'", ID, []]],
    staff_signature_file_id: [["kind = 'payment'", ID, []]],
    receipt_file_id: [["kind = 'payment'", ID, []]],
    person_signature_typed: [["kind = 'payment'", 'not person_signature_typed', []]],
    person_signer: [["kind = 'payment'", "'Somebody'", []]],
    staff_signature_typed: [["kind = 'payment'", 'not staff_signature_typed', []]],
    staff_signer: [["kind = 'payment'", "'Somebody'", []]],
    approval_id: [["kind = 'loss'", ID, ['wrong_movement', 'wrong_record']]],
    confirmation_id: [
      ["kind = 'late_delivery'", ID, ['wrong_movement', 'wrong_record']],
      [
        "kind = 'late_delivery'",
        '(select id from delivery_confirmations where cash_fils = 14500 limit 1)',
        ['wrong_movement', 'wrong_record'],
      ],
    ],
    command_id: [
      ["kind = 'payment'", ID, ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record']],
      ["kind = 'loss'", ID, ['wrong_movement', 'wrong_record']],
      ["kind = 'late_delivery'", ID, ['wrong_movement', 'wrong_record']],
    ],
    completed_at: [
      ["kind = 'payment'", LATER('completed_at', '-1 second'), ['wrong_answer', 'wrong_movement']],
      ["kind = 'loss'", LATER('completed_at', '-1 second'), ['wrong_movement']],
      ["kind = 'late_delivery'", LATER('completed_at', '-1 second'), ['wrong_movement', 'wrong_record']],
    ],
    recorded_at: [
      ["kind = 'payment'", LATER('recorded_at', '1 hour'), []],
      ["kind = 'payment'", LATER('recorded_at', '2 days'), ['wrong_answer']],
      ["kind = 'loss'", LATER('recorded_at'), ['wrong_record']],
      ["kind = 'late_delivery'", LATER('recorded_at'), []],
    ],
  },
  salary_proposals: {
    shop_id: [['true', '2', ['missing_answer', 'unexplained_answer', 'wrong_record']]],
    id: [['true', ID, []]],
    difference_id: [
      ['true', ID, ['wrong_answer', 'wrong_record']],
      ['true', OTHER_DIFFERENCE, ['wrong_answer', 'wrong_record']],
    ],
    amount_fils: [
      ['true', 'amount_fils + 1', ['wrong_answer', 'wrong_record']],
      ['true', '1000000', ['wrong_answer', 'wrong_record']],
    ],
    // The audit has no free texts.
    reason: [['true', "'other words'", []]],
    proposed_by: [
      ['true', PERSON('Dina Driver'), ['missing_answer', 'unexplained_answer', 'wrong_record']],
      ['true', PERSON('Short Driver'), ['missing_answer', 'unexplained_answer', 'wrong_record']],
    ],
    command_id: [['true', ID, ['missing_answer', 'unexplained_answer', 'wrong_record']]],
    recorded_at: [
      ['true', LATER('recorded_at'), []],
      ['true', LATER('recorded_at', '2 days'), ['wrong_answer']],
    ],
  },
  cash_voids: {
    shop_id: [
      [record('FL-'), '2', ['missing_answer', 'unexplained_answer', 'unexplained_movement', 'wrong_record']],
    ],
    id: [
      [
        'approval_id is null',
        ID,
        ['missing_movement', 'unexplained_movement', 'wrong_answer', 'wrong_record'],
      ],
      ['approval_id is not null', ID, ['missing_movement', 'unexplained_movement', 'wrong_record']],
    ],
    reference: [
      ['approval_id is null', "'VD-1795174612555'", ['wrong_answer', 'wrong_record']],
      ['approval_id is null', "'VD-1'", ['wrong_answer', 'wrong_record']],
      ['approval_id is not null', "'VD-1795174612555'", ['wrong_record']],
    ],
    record_type: [[record('FL-'), "'deposit'", ['unexplained_movement', 'wrong_record']]],
    record_id: [
      [record('FL-'), ID, ['unexplained_movement', 'wrong_record']],
      [
        record('FL-'),
        '(select id from cash_floats where approval_id is not null)',
        ['wrong_movement', 'wrong_record'],
      ],
    ],
    driver_id: [
      [
        record('SOD-'),
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_record'],
      ],
    ],
    // The audit has no free texts.
    reason: [
      ['approval_id is null', "'other words'", []],
      ['approval_id is not null', "'other words'", ['wrong_record']],
    ],
    recorded_by: [
      [
        record('FL-'),
        PERSON('Sana Second'),
        ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record'],
      ],
    ],
    other_user_id: [[record('FL-'), PERSON('Dina Driver'), ['wrong_record']]],
    receipt_url: PATH,
    receipt_file_id: [
      ['true', ID, []],
      [record('FL-'), '(select receipt_file_id from cash_floats f where f.id = record_id)', ['wrong_record']],
      ['approval_id is not null', ID, ['wrong_record']],
    ],
    own_signature_file_id: [['approval_id is null', ID, []]],
    own_signature_typed: [['approval_id is null', 'not own_signature_typed', []]],
    own_signer: [['approval_id is null', "'Somebody'", []]],
    other_signature_file_id: [['approval_id is null', ID, []]],
    other_signature_typed: [['approval_id is null', 'not other_signature_typed', []]],
    other_signer: [['approval_id is null', "'Somebody'", []]],
    card_machine_id: [
      ['card_machine_id is not null', 'null', ['wrong_record']],
      ['card_machine_id is null', '(select id from card_machines limit 1)', ['wrong_record']],
    ],
    card_machine_to_driver_id: [
      [
        'card_machine_id is not null',
        "(select id from drivers where full_name = 'Dina Driver' and shop_id = 1)",
        ['wrong_record'],
      ],
    ],
    approval_id: [['approval_id is not null', ID, ['wrong_movement', 'wrong_record']]],
    command_id: [
      ['approval_id is null', ID, ['missing_answer', 'unexplained_answer', 'wrong_movement', 'wrong_record']],
      ['approval_id is not null', ID, ['wrong_record']],
    ],
    completed_at: [
      ['approval_id is null', LATER('completed_at', '-1 second'), ['wrong_answer']],
      ['approval_id is not null', LATER('completed_at', '-1 second'), ['wrong_record']],
    ],
    recorded_at: [
      ['approval_id is null', LATER('recorded_at'), ['wrong_movement']],
      ['approval_id is not null', LATER('recorded_at'), ['wrong_movement', 'wrong_record']],
    ],
  },
};
