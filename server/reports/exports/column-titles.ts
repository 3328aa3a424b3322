import type { ReportName } from '../../../contract/rules/reports.ts';
import type { SheetColumn } from './sheet.ts';

/** Of the columns of reports and lists, by their ids: in a file, which has one language. */
const TITLES: Record<string, string> = {
  delivered_at: 'At the door',
  recorded_at: 'Recorded',
  occurred_at: 'Happened',
  completed_at: 'Signed',
  late: 'Came late',
  order_number: 'Order',
  customer_name: 'Customer',
  phone: 'Phone',
  driver_name: 'Driver',
  admin_name: 'With',
  manager_name: 'Manager',
  staff_name: 'Collected from',
  full_name: 'Name',
  role: 'Role',
  tender: 'Paid by',
  collected_fils: 'Taken',
  cash_fils: 'Cash',
  card_machine_fils: 'Card machine',
  outcome: 'Outcome',
  reason: 'What for',
  from_name: 'From',
  from_beyond: 'From beyond staff',
  to_name: 'To',
  to_beyond: 'To beyond staff',
  amount_fils: 'Amount',
  source: 'Belongs to',
  handover_type: 'Start or end',
  reference: 'Reference',
  difference_fils: 'Difference',
  card_machine: 'Card machine',
  notes: 'Notes',
  deposit_date: 'Banked on',
  direction: 'Way',
  issued_fils: 'Out of the safe',
  returned_fils: 'Into the safe',
  opening_fils: 'Opening',
  in_fils: 'In',
  out_fils: 'Out',
  closing_fils: 'Closing',
  deliveries: 'Deliveries',
  late_deliveries: 'Came late',
  day: 'Day',
  banked_fils: 'To the bank',
  opened_fils: 'Openings',
  adjusted_fils: 'Adjusted',
  differences: 'Differences',
  status: 'Status',
  area: 'Area',
  delivery_address: 'Address',
  due_amount_fils: 'Amount',
  payment_method: 'Payment',
  payment_status: 'Payment status',
  created_at: 'Created',
  promised_at: 'Promised',
  is_late: 'Late',
  actual_delivery_time: 'Delivered',
  email: 'E-mail',
  disabled: 'Disabled',
  open_orders: 'Orders',
  card_machines: 'Machine',
  unsent: 'On the phone',
  last_seen_at: 'Last seen',
  sessions: 'Sessions',
  number: 'Number',
  holder_name: 'With',
  since: 'Since',
  retired_at: 'Retired',
};

/** Where a column says something else of its report than of others. */
const OF_REPORT: Partial<Record<ReportName, Record<string, string>>> = {
  floats: { admin_name: 'Admin' },
  drivers: { collected_fils: 'Taken in all' },
  days: { collected_fils: 'Taken in all' },
  book: { collected_fils: 'From customers', issued_fils: 'From the safe', returned_fils: 'To the safe' },
};

/** Without what its kind adds; `name` is the report's or the list's. */
export function bareTitle(name: string, id: string): string {
  return OF_REPORT[name as ReportName]?.[id] ?? TITLES[id] ?? id;
}

/** With the currency of amounts, and the zone of times: `Recorded (Asia/Dubai)`. */
export function columnTitle(name: string, { id, kind }: SheetColumn, time_zone: string): string {
  const title = bareTitle(name, id);
  if (kind === 'amount') return `${title} (AED)`;
  return kind === 'time' ? `${title} (${time_zone})` : title;
}
