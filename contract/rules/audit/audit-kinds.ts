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

/** Authors who are no members of staff: the shop's store, this server, an operator at the command line. */
export const AUDIT_SYSTEMS = ['store', 'server', 'command_line'] as const;
