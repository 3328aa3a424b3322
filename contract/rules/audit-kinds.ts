/** What the audit's rows are about, in the order in which the desk names them. */
export const AUDIT_KINDS = [
  'orders',
  'deliveries',
  'cash',
  'people',
  'sign_ins',
  'devices',
  'shop',
  'proofs',
  'exports',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who did it where no member of staff did: the shop's store, this server, or whoever runs the command line. */
export const AUDIT_SYSTEMS = ['store', 'server', 'command_line'] as const;

/** Everything that leaves a row in the audit, by the name that the row has (ruling G9). Whatever is not here does not compile as one, nor without words. */
export const AUDITED = {
  add_order: 'orders',
  import_orders: 'orders',
  take_order: 'orders',
  correct_order: 'orders',
  assign_order: 'orders',
  assign_orders: 'orders',
  unassign_order: 'orders',
  unassign_orders: 'orders',
  move_order: 'orders',
  dispatch_orders: 'orders',
  return_orders: 'orders',
  cancel_order: 'orders',
  cancel_orders: 'orders',
  reopen_order: 'orders',
  reopen_orders: 'orders',
  review_conflicts: 'orders',
  undo_orders: 'orders',
  arrange_stops: 'orders',
  move_stop: 'orders',

  confirm_delivery: 'deliveries',
  fulfil_order: 'deliveries',
  mark_order_paid: 'deliveries',

  start_handover: 'cash',
  end_handover: 'cash',
  collect_cash: 'cash',
  record_deposit: 'cash',
  record_float: 'cash',
  issue_cash: 'cash',
  adjust_cash: 'cash',
  initialise_cash: 'cash',
  post_movement: 'cash',

  add_staff: 'people',
  change_staff: 'people',
  disable_staff: 'people',
  enable_staff: 'people',
  set_password: 'people',
  set_driver_status: 'people',

  sign_in: 'sign_ins',
  sign_out: 'sign_ins',
  end_session: 'sign_ins',
  change_password: 'sign_ins',

  add_card_machine: 'devices',
  return_card_machine: 'devices',
  retire_card_machine: 'devices',
  reactivate_card_machine: 'devices',
  report_device: 'devices',
  explain_device_numbers: 'devices',

  add_shop: 'shop',
  change_shop: 'shop',
  erase_customers: 'shop',
  connect_store: 'shop',
  disconnect_store: 'shop',
  stop_store: 'shop',
  ask_store: 'shop',
  resync_store: 'shop',
  end_resync: 'shop',
  retry_store: 'shop',
  dismiss_listed: 'shop',
  remember_import_layout: 'shop',
  remember_import_methods: 'shop',
  define_names: 'shop',

  look_at_file: 'proofs',

  export_report: 'exports',
} as const satisfies Record<string, AuditKind>;
export type AuditedWhat = keyof typeof AUDITED;

/** The names of one kind's rows. */
export function auditedOf(kind: AuditKind): AuditedWhat[] {
  return (Object.keys(AUDITED) as AuditedWhat[]).filter((what) => AUDITED[what] === kind);
}
