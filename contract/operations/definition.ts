import type { AuditKind, RecordKind } from '../rules/audit/audit-kinds.ts';
import type { ProblemCode } from '../rules/problems.ts';
import type { Access } from '../rules/roles.ts';
import type { Topic } from '../rules/topics.ts';

/** The definition of an operation; its schemas (`<name>.schema.ts`) are not loaded by the browser. */
export type Endpoint = {
  method: 'get' | 'post' | 'put';
  /** The path, with OpenAPI's placeholders: `/api/orders/{order_id}`. */
  path: string;
  access: Access;
  /** True for a change that is applied exactly once per `Idempotency-Key`. */
  command: boolean;
  /**
   * A command that the device keeps until it is decided. If an attempt recorded nothing, it is sent again
   * automatically or when the user presses the button.
   */
  durable?: 'by_itself' | 'by_pressing';
  /** The topics of a read. Screens refresh when one of them is touched. */
  shows?: readonly Topic[];
  /** Topics that a change may touch. */
  touches?: readonly Topic[];
  /** True if the command may find nothing to change, in which case it leaves no audit row. */
  may_change_nothing?: boolean;
  /** The audit row that the operation leaves. */
  audit?: Audited;
  /** The names of other audit rows that the operation may leave instead. */
  audited_as?: readonly string[];
  /**
   * Database grants that requests need for this operation, such as `insert orders`. The definitions together
   * list all grants.
   */
  grants?: readonly string[];
  /** True if users who must still replace a password set by another user are permitted. */
  any_password?: boolean;
  /** The problems of this operation, in addition to `SHARED_ERRORS`. */
  errors: readonly ProblemCode[];
  summary: string;
  /** Valid input that refers to records that do not exist, used by the tests of all operations. */
  sample?: Sample;
};

export type Audited = {
  /** The name of the audit rows, if it differs from the operation's name. */
  what?: string;
  kind: AuditKind;
  /** The kind of record that the row is about; null if the record has no name. */
  subject: RecordKind | null;
  label: string;
};

export type Sample = {
  body?: Readonly<Record<string, unknown>>;
  query?: string;
  /** True if the operation accepts the body although its records do not exist: it adds or skips them. */
  accepted?: boolean;
  /** True if the operation skips records that the caller cannot access and processes the others. */
  skips_unknown?: boolean;
};

/** Problems of every operation. */
export const SHARED_ERRORS = [
  'malformed',
  'invalid_input',
  'too_large',
  'too_slow',
  'not_signed_in',
  'no_profile',
  'no_access',
  'password_change_required',
  'unavailable',
  'unexpected',
] as const satisfies readonly ProblemCode[];

type Given = Omit<Endpoint, 'method' | 'command'>;

/** Defines an operation that only reads. */
export function read<const Own extends Given>(own: Own) {
  return { ...own, method: 'get' as const, command: false as const };
}

/** Defines a change or a notification that is idempotent without a key. */
export function change<const Own extends Given>(own: Own) {
  return { ...own, method: 'post' as const, command: false as const };
}

/** Defines a change that is applied once per idempotency key. It may carry files and the device's time. */
export function command<const Own extends Given>(own: Own) {
  const errors = ['command_id_missing', 'command_reused', 'file_missing', 'device_time_off'] as const;
  return { ...own, method: 'post' as const, command: true as const, errors: [...errors, ...own.errors] };
}
