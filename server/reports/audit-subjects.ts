import type { AuditedWhat } from '../../contract/rules/audit-kinds.ts';

/** The record that the `subject_id` of an audit row is the key of. */
export type RecordKind =
  | 'order'
  | 'order_number'
  | 'confirmation'
  | 'handover'
  | 'deposit'
  | 'float'
  | 'movement'
  | 'file'
  | 'person'
  | 'driver'
  | 'machine'
  | 'device'
  | 'shop'
  | 'store';

/** Null where its key has no name to show: of a session, an arrangement, a booking. */
export const RECORD_OF: Readonly<Record<AuditedWhat, RecordKind | null>> = {
  add_order: 'order',
  import_orders: null,
  take_order: 'order',
  correct_order: 'order',
  assign_order: 'order',
  assign_orders: 'order',
  unassign_order: 'order',
  unassign_orders: 'order',
  move_order: 'order',
  dispatch_orders: 'order',
  return_orders: 'order',
  cancel_order: 'order',
  cancel_orders: 'order',
  reopen_order: 'order',
  reopen_orders: 'order',
  review_conflicts: 'order',
  undo_orders: 'order',
  arrange_stops: null,
  move_stop: 'order',
  confirm_delivery: 'order',
  fulfil_order: 'order',
  mark_order_paid: 'confirmation',
  start_handover: 'handover',
  end_handover: 'handover',
  collect_cash: 'handover',
  record_deposit: 'deposit',
  record_float: 'float',
  issue_cash: null,
  adjust_cash: null,
  initialise_cash: 'person',
  post_movement: 'movement',
  add_staff: 'person',
  change_staff: 'person',
  disable_staff: 'person',
  enable_staff: 'person',
  set_password: 'person',
  set_driver_status: 'driver',
  sign_in: null,
  sign_out: null,
  end_session: null,
  change_password: null,
  add_card_machine: 'machine',
  return_card_machine: 'machine',
  retire_card_machine: 'machine',
  reactivate_card_machine: 'machine',
  report_device: 'device',
  explain_device_numbers: 'device',
  add_shop: 'shop',
  change_shop: 'shop',
  erase_customers: null,
  connect_store: 'store',
  disconnect_store: 'store',
  stop_store: null,
  ask_store: null,
  resync_store: 'store',
  end_resync: 'store',
  retry_store: 'order_number',
  dismiss_listed: 'order_number',
  remember_import_layout: null,
  remember_import_methods: null,
  define_names: null,
  look_at_file: 'file',
  export_report: null,
};

/** The names of the rows whose key is of such a record: whole numbers are keys of several kinds. */
export function auditedOfRecord(record: RecordKind): AuditedWhat[] {
  return (Object.keys(RECORD_OF) as AuditedWhat[]).filter((what) => RECORD_OF[what] === record);
}

export function recordOf(what: string): RecordKind | null {
  return (RECORD_OF as Readonly<Record<string, RecordKind | null>>)[what] ?? null;
}
