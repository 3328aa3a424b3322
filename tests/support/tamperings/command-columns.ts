import { ID, LATER, PERSON, type Tried } from './tampering.ts';

/** By table and column: a condition for the row, the new value, and the differences that must be reported. */
export const COMMAND_COLUMNS: Record<string, Record<string, Tried>> = {
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
      ["endpoint = 'record_attempt'", `replace(body, '"number":', '"number":1')`, ['wrong_answer']],
      [
        "endpoint = 'undo_attempt'",
        `replace(body, '"status":"dispatching"', '"status":"packed"')`,
        ['wrong_answer'],
      ],
      [
        "endpoint = 'set_out'",
        `replace(body, '"skipped":[]', '"skipped":[],"set_out":[]')`,
        ['wrong_answer'],
      ],
      [
        "endpoint = 'check_loading'",
        `replace(body, '"missing_orders":', '"missing_orders":1')`,
        ['wrong_answer'],
      ],
    ],
    recorded_at: [["endpoint = 'collect_cash'", LATER('recorded_at'), ['wrong_movement']]],
  },
  operator_commands: {
    shop_id: [['true', '2', ['missing_answer', 'unexplained_answer']]],
    command_id: [['true', ID, ['missing_answer', 'unexplained_answer']]],
    command: [
      ["command = 'cash issue'", "'cash adjust'", ['wrong_answer']],
      ["command = 'cash issue'", "'another'", ['unexplained_answer', 'wrong_answer']],
      ["command = 'approvals approve'", "'approvals refuse'", ['wrong_answer']],
    ],
    fingerprint: [
      ['true', "repeat('0', 64)", ['wrong_answer']],
      ["command = 'approvals approve'", "repeat('0', 64)", ['wrong_answer']],
    ],
    body: [
      ['true', 'null', ['wrong_answer']],
      ['true', "'no json {'", ['wrong_answer']],
      ['true', `replace(body, '}', ',"more":1}')`, ['wrong_answer']],
      ['true', `replace(body, '"amount_fils":', '"amount_fils":1')`, ['wrong_answer']],
    ],
    recorded_at: [['true', LATER('recorded_at'), ['wrong_answer']]],
  },
};
