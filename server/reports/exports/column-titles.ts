import type { SheetColumn } from './sheet.ts';

/** Of the columns of reports and lists, by their ids: in a file, which has one language. */
const TITLES: Record<string, string> = {
  delivered_at: 'Delivered',
  recorded_at: 'Recorded',
  occurred_at: 'Happened',
  completed_at: 'Completed',
  late: 'Came later',
  order_number: 'Order',
  customer_name: 'Customer',
  phone: 'Phone',
  driver_name: 'Driver',
  admin_name: 'Admin',
  manager_name: 'Manager',
  staff_name: 'From',
  full_name: 'Name',
  role: 'Role',
  tender: 'Paid by',
  collected_fils: 'Collected',
  cash_fils: 'Cash',
  card_machine_fils: 'Card machine',
  outcome: 'Outcome',
  reason: 'Reason',
  from_name: 'From',
  from_beyond: 'From beyond staff',
  to_name: 'To',
  to_beyond: 'To beyond staff',
  amount_fils: 'Amount',
  source: 'Source',
  handover_type: 'Handover',
  reference: 'Reference',
  difference_fils: 'Difference',
  card_machine: 'Card machine',
  notes: 'Notes',
  deposit_date: 'Deposit date',
  direction: 'Direction',
  issued_fils: 'Issued',
  returned_fils: 'Returned',
  opening_fils: 'Opening',
  in_fils: 'In',
  out_fils: 'Out',
  closing_fils: 'Closing',
  deliveries: 'Deliveries',
  late_deliveries: 'Came later',
  day: 'Day',
  banked_fils: 'Banked',
  opened_fils: 'Opening balances',
  adjusted_fils: 'Adjusted',
  differences: 'Ends of day that differ',
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

/** With the currency of amounts, and the zone of times: `Recorded (Asia/Dubai)`. */
export function columnTitle({ id, kind }: SheetColumn, time_zone: string): string {
  const title = TITLES[id] ?? id;
  if (kind === 'amount') return `${title} (AED)`;
  return kind === 'time' ? `${title} (${time_zone})` : title;
}

export function hasTitle(id: string): boolean {
  return id in TITLES;
}
