import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { AUDITED, type AuditedWhat, type AuditKind } from '../../../contract/rules/audit-kinds.ts';
import { REPORT_NAMES } from '../../../contract/rules/reports.ts';
import type { AuditAbout, AuditRow } from '../../../contract/schemas/audit.ts';
import { say } from '../../words/i18n.ts';
import { reportTitle } from '../reports/report-words.ts';

/** What somebody did, as one would say it. */
const WHATS: Readonly<Record<AuditedWhat, MessageDescriptor>> = {
  add_order: msg`Added an order by hand`,
  import_orders: msg`Imported orders`,
  take_order: msg`Took an order from the store`,
  correct_order: msg`Corrected an order`,
  assign_order: msg`Gave an order to a driver`,
  assign_orders: msg`Gave orders to a driver`,
  unassign_order: msg`Took an order from its driver`,
  unassign_orders: msg`Took orders from their drivers`,
  move_order: msg`Moved an order on`,
  dispatch_orders: msg`Sent orders out`,
  return_orders: msg`Took orders back into the shop`,
  cancel_order: msg`Cancelled an order`,
  cancel_orders: msg`Cancelled orders`,
  reopen_order: msg`Reopened an order`,
  reopen_orders: msg`Reopened orders`,
  review_conflicts: msg`Reviewed conflicts`,
  undo_orders: msg`Undid a change of orders`,
  arrange_stops: msg`Arranged a driver's stops`,
  move_stop: msg`Moved an order among the stops`,
  confirm_delivery: msg`Delivered an order`,
  fulfil_order: msg`Fulfilled an order in the store`,
  mark_order_paid: msg`Marked an order as paid in the store`,
  start_handover: msg`Started a driver's day`,
  end_handover: msg`Ended a driver's day`,
  collect_cash: msg`Collected cash`,
  record_deposit: msg`Recorded a bank deposit`,
  record_float: msg`Recorded a float`,
  issue_cash: msg`Issued cash from the safe`,
  adjust_cash: msg`Adjusted cash on hand`,
  initialise_cash: msg`Began a cash balance`,
  post_movement: msg`Posted cash that waited`,
  add_staff: msg`Added a person`,
  change_staff: msg`Changed a person`,
  disable_staff: msg`Disabled a person`,
  enable_staff: msg`Enabled a person`,
  set_password: msg`Reset a password`,
  set_driver_status: msg`Set whether a driver is at work`,
  sign_in: msg`Signed in`,
  sign_out: msg`Signed out`,
  end_session: msg`Ended a session`,
  change_password: msg`Changed their own password`,
  add_card_machine: msg`Added a card machine`,
  return_card_machine: msg`Took a card machine back`,
  retire_card_machine: msg`Retired a card machine`,
  reactivate_card_machine: msg`Took a card machine into use again`,
  report_device: msg`A phone told what it has sent`,
  explain_device_numbers: msg`Explained what never arrived from a phone`,
  add_shop: msg`Added the shop`,
  change_shop: msg`Changed the shop's settings`,
  erase_customers: msg`Erased customers of old orders`,
  connect_store: msg`Connected the Shopify store`,
  disconnect_store: msg`Disconnected the Shopify store`,
  stop_store: msg`Stopped asking the Shopify store`,
  ask_store: msg`Asked the Shopify store again`,
  resync_store: msg`Had the Shopify store read again`,
  end_resync: msg`Read the Shopify store again`,
  retry_store: msg`Tried again what had failed in the store`,
  dismiss_listed: msg`Dismissed what had failed in the store`,
  remember_import_layout: msg`Remembered the columns of a list`,
  remember_import_methods: msg`Remembered words for payment methods`,
  define_names: msg`Defined names of payments or statuses`,
  look_at_file: msg`Looked at a proof`,
  export_report: msg`Exported a report`,
};

/** A newer server may write what this build does not know: then its name is all there is. */
export function whatWords(what: string): string {
  const known = isAudited(what) ? WHATS[what] : undefined;
  return known ? say(known) : what.replaceAll('_', ' ');
}

function isAudited(what: string): what is AuditedWhat {
  return Object.hasOwn(AUDITED, what);
}

export function kindWords(kind: AuditKind): string {
  return {
    orders: t`Orders`,
    deliveries: t`Deliveries`,
    cash: t`Cash`,
    people: t`People`,
    sign_ins: t`Signing in and out`,
    devices: t`Phones and card machines`,
    shop: t`Shop and store`,
    proofs: t`Proofs looked at`,
    exports: t`Exports`,
  }[kind];
}

/** Who did it. */
export function doerWords({ kind, name }: AuditRow['by']): string {
  if (kind === 'store') return t`The store`;
  if (kind === 'server') return t`The server`;
  return kind === 'command_line' ? t`Operator ${name ?? ''}` : (name ?? '');
}

/** What it is about, in one line. */
export function aboutWords({ kind, name, count }: AuditAbout): string {
  const named = name ?? '';
  switch (kind) {
    case 'order':
      return t`Order #${named}`;
    case 'orders':
      return t`${plural(count ?? 0, { one: '# order', other: '# orders' })}`;
    case 'machine':
      return t`Card machine ${named}`;
    case 'device':
      return name ?? t`A phone without a name`;
    case 'handover':
      return t`Handover ${named}`;
    case 'collection':
      return t`Collection from ${named}`;
    case 'deposit':
      return t`Deposit ${named}`;
    case 'float':
      return t`Float ${named}`;
    case 'photo':
      return t`Photo of order #${named}`;
    case 'note':
      return t`Delivery note of order #${named}`;
    case 'receipt':
      return t`Receipt ${named}`;
    case 'slip':
      return t`Slip of ${named}`;
    case 'signature':
      return t`Signature of ${named}`;
    case 'report':
      return exportedWords(named);
    default:
      return named;
  }
}

/** Which view of the desk was exported. */
export function exportedWords(name: string): string {
  const report = REPORT_NAMES.find((one) => one === name);
  if (report) return reportTitle(report);
  const lists: Record<string, string> = {
    orders: t`Orders`,
    people: t`People`,
    machines: t`Card Machines`,
    phones: t`Phones`,
    stops: t`Drivers' stops`,
    not_taken: t`Not taken`,
    audit: t`Audit`,
  };
  return lists[name] ?? name.replaceAll('_', ' ');
}

/** From where: the device by its name, and the address as far as it is believed. */
export function fromWords({ by, device, client_address }: AuditRow): string {
  if (by.kind === 'command_line') return t`Command line`;
  if (by.kind !== 'staff') return '—';
  return [device, client_address].filter(Boolean).join(' · ') || '—';
}
