import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { say } from '../../words/i18n.ts';

/** What the facts of the audit are called. */
const NAMES: Readonly<Record<string, MessageDescriptor>> = {
  about: msg`About`,
  account: msg`Account`,
  admin_id: msg`Admin`,
  amount_fils: msg`Amount`,
  amounts_fils: msg`Amounts`,
  arrangement_id: msg`Arrangement`,
  bucket: msg`Kept with`,
  by: msg`By`,
  card_machine_given: msg`Card machine given`,
  card_machine_id: msg`Card machine`,
  card_machine_received: msg`Card machine received`,
  cash_fils: msg`Added to cash`,
  cash_on_hand_fils: msg`Cash on hand`,
  cash_posted: msg`Cash posted`,
  chain_broken: msg`Its chain broke`,
  chain_broken_at: msg`Its chain broke at`,
  changed: msg`What changed`,
  changed_orders: msg`Orders changed`,
  collected_fils: msg`Collected`,
  columns: msg`Columns`,
  confirmation_id: msg`Delivery`,
  conflict: msg`Conflict`,
  country: msg`Country`,
  delivered_at: msg`Delivered`,
  deposit_date: msg`Date of deposit`,
  difference_fils: msg`Difference`,
  direction: msg`Way`,
  disabled: msg`Disabled`,
  driver_id: msg`Driver`,
  driver_ids: msg`Drivers`,
  due_amount_fils: msg`Due at the door`,
  ended_because: msg`Ended because`,
  erase_customers_after_days: msg`Customers erased after, in days`,
  external_id: msg`Id in the store`,
  files: msg`Files`,
  filters: msg`Narrowed to`,
  format: msg`Format`,
  from: msg`From`,
  from_arrangement: msg`Made from`,
  fulfilments: msg`Fulfilments`,
  handover_reference: msg`Reference`,
  holder_driver_id: msg`Who has it`,
  is_first: msg`Told for the first time`,
  manager_id: msg`Manager`,
  meanings: msg`Meanings`,
  must_change_password: msg`Has to change the password`,
  name: msg`Name`,
  names: msg`Names`,
  number: msg`Number`,
  numbers: msg`Numbers`,
  numbers_closed: msg`Numbers that are over`,
  order_ids: msg`Orders`,
  order_number: msg`Order`,
  order_numbers: msg`Orders`,
  orders: msg`Orders`,
  outcome: msg`Outcome`,
  owner_ids: msg`Owners`,
  outstanding_fils: msg`Outstanding in the store`,
  payment_status: msg`Payment`,
  payments: msg`Payments`,
  posted: msg`Posted`,
  promise_hours: msg`Promised within, in hours`,
  read: msg`Orders read`,
  reference: msg`Reference`,
  report: msg`Report`,
  retired: msg`Retired`,
  role: msg`Role`,
  rows: msg`Rows`,
  scope: msg`Which sessions`,
  sessions_ended: msg`Sessions ended`,
  shop_domain: msg`Store`,
  shop_id: msg`Shop`,
  since: msg`Since`,
  staff_user_id: msg`Collected from`,
  stands: msg`Stands`,
  status: msg`Status`,
  statuses: msg`Statuses`,
  stops: msg`What stopped`,
  tender: msg`Paid by`,
  time_zone: msg`Time zone`,
  to: msg`To`,
  user_id: msg`Person`,
  view: msg`View`,
  webhooks: msg`Webhooks`,
};

/** A fact of a newer server, or a word of the shop's own, is called what it is. */
export function factName(id: string): string {
  const name = Object.hasOwn(NAMES, id) ? NAMES[id] : undefined;
  return name ? say(name) : id.replaceAll('_', ' ');
}

/** What of a person, or of what people write, was written; never the words themselves. */
const PERSONAL: Readonly<Record<string, MessageDescriptor>> = {
  customer: msg`customer`,
  customer_name: msg`customer's name`,
  delivery_address: msg`address`,
  email: msg`e-mail address`,
  first_name: msg`first name`,
  full_name: msg`name`,
  last_name: msg`last name`,
  notes: msg`notes`,
  password: msg`password`,
  phone: msg`phone`,
  reason: msg`reason`,
  signer: msg`who signed`,
};

export function personalWords(fields: readonly string[]): string {
  const words = fields.map((field) => {
    const name = Object.hasOwn(PERSONAL, field) ? PERSONAL[field] : undefined;
    return name ? say(name) : field.replaceAll('_', ' ');
  });
  return words.join(', ');
}
