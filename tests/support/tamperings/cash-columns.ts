import { ID, LATER, PERSON, type Tried } from './tampering.ts';

/** By table and column: a condition for the row, the new value, and the differences that must be reported. */
export const CASH_COLUMNS: Record<string, Record<string, Tried>> = {
  cash_movements: {
    shop_id: [['true', '2', ['balance', 'missing_movement', 'shop_total', 'unexplained_movement']]],
    id: [['true', ID, []]],
    from_holder: [["reason = 'issue'", "'opening'", ['wrong_movement']]],
    from_user_id: [["reason = 'collection'", PERSON('Dina Driver'), ['balance', 'wrong_movement']]],
    to_holder: [["reason = 'bank_deposit'", "'adjustment'", ['wrong_movement']]],
    to_user_id: [["reason = 'delivery'", PERSON('Mona Manager'), ['balance', 'wrong_movement']]],
    amount_fils: [
      ["reason = 'write_off'", 'amount_fils + 1', ['balance', 'wrong_movement', 'wrong_record']],
      ["reason = 'difference'", 'amount_fils + 1', ['balance', 'shop_total', 'wrong_movement']],
      ["reason = 'delivery'", 'amount_fils + 1', ['balance', 'shop_total', 'wrong_movement']],
      ["reason = 'issue'", 'amount_fils - 1', ['balance', 'shop_total', 'wrong_movement']],
    ],
    reason: [["reason = 'start_handover'", "'collection'", ['wrong_movement']]],
    source_type: [["reason = 'delivery'", "'cash_issue'", ['missing_movement', 'unexplained_movement']]],
    source_id: [['true', ID, ['missing_movement', 'unexplained_movement']]],
    leg: [
      ['true', '2', ['missing_movement', 'unexplained_movement']],
      ["reason = 'reversal' and leg = 1", '3', ['missing_movement', 'unexplained_movement']],
    ],
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
    account_user_id: [
      ["reason = 'difference'", PERSON('Dina Driver'), ['balance', 'wrong_movement']],
      ["reason = 'write_off'", PERSON('Dina Driver'), ['balance', 'wrong_movement', 'wrong_record']],
    ],
    reverses: [
      ["reason = 'reversal'", 'null', ['wrong_movement']],
      ["reason = 'reversal'", ID, ['wrong_movement']],
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
};
