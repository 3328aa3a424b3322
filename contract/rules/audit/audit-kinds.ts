/** The subjects of audit rows, in the order in which the desk lists them. */
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

/** The kinds of record to which the `subject_id` of an audit row refers. */
export type RecordKind =
  | 'order'
  | 'order_number'
  | 'confirmation'
  | 'handover'
  | 'deposit'
  | 'float'
  | 'settlement'
  | 'difference'
  | 'void'
  | 'approval'
  | 'movement'
  | 'file'
  | 'person'
  | 'driver'
  | 'machine'
  | 'device'
  | 'shop'
  | 'store';

/** The authors that are not staff: the shop's store, this server, an operator at the command line. */
export const AUDIT_SYSTEMS = ['store', 'server', 'command_line'] as const;
