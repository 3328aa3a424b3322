import { BOOK_ROWS } from './tamperings/book-rows.ts';
import { CASH_COLUMNS } from './tamperings/cash-columns.ts';
import { COMMAND_COLUMNS } from './tamperings/command-columns.ts';
import { CORRECTION_COLUMNS } from './tamperings/correction-columns.ts';
import { ORDER_COLUMNS } from './tamperings/order-columns.ts';
import { PAYMENT_COLUMNS } from './tamperings/payment-columns.ts';
import { PAYMENT_ROWS } from './tamperings/payment-rows.ts';
import { RECORD_COLUMNS } from './tamperings/record-columns.ts';
import { SECOND_PERSON_COLUMNS } from './tamperings/second-person-columns.ts';
import { SECOND_PERSON_ROWS } from './tamperings/second-person-rows.ts';
import { STOP_COLUMNS } from './tamperings/stop-columns.ts';
import { STOP_ROWS } from './tamperings/stop-rows.ts';
import { TAKEN_COLUMNS } from './tamperings/taken-columns.ts';
import { TAKEN_ROWS } from './tamperings/taken-rows.ts';
import { first, type Tampering, type Tried } from './tamperings/tampering.ts';

/**
 * Direct changes in the database to rows that concern money or goods, and the differences that `cash verify`
 * must report for them. An empty list: no other row contradicts the change (decision 92 lists these changes).
 */

export const TABLES = [
  'approval_decisions',
  'approvals',
  'attempt_undos',
  'bank_deposits',
  'cash_adjustments',
  'cash_differences',
  'cash_floats',
  'cash_handovers',
  'cash_issues',
  'cash_movements',
  'cash_settlements',
  'cash_tracking_parts',
  'cash_voids',
  'commands',
  'delivery_attempts',
  'delivery_confirmations',
  'delivery_corrections',
  'delivery_lines',
  'expenses',
  'goods_decisions',
  'loading_checks',
  'missing_goods',
  'operator_commands',
  'order_amounts',
  'order_balances',
  'order_events',
  'order_payments',
  'order_waivers',
  'orders',
  'payment_matches',
  'salary_proposals',
] as const;
type Table = (typeof TABLES)[number];

const TRIED: Record<string, Record<string, Tried>> = {
  ...CASH_COLUMNS,
  ...RECORD_COLUMNS,
  ...ORDER_COLUMNS,
  ...COMMAND_COLUMNS,
  ...STOP_COLUMNS,
  ...SECOND_PERSON_COLUMNS,
  ...TAKEN_COLUMNS,
  ...PAYMENT_COLUMNS,
  ...CORRECTION_COLUMNS,
};

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

export const ROWS = [...BOOK_ROWS, ...STOP_ROWS, ...SECOND_PERSON_ROWS, ...TAKEN_ROWS, ...PAYMENT_ROWS];
