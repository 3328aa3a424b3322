import type { AuditKind, RecordKind } from '../rules/audit/audit-kinds.ts';
import type { ProblemCode } from '../rules/problems.ts';
import type { Access } from '../rules/roles.ts';
import type { Topic } from '../rules/topics.ts';

/** The definition of an operation: everything but its schemas, which the browser does not load (`<name>.schema.ts`). */
export type Endpoint = {
  method: 'get' | 'post' | 'put';
  /** With OpenAPI's placeholders: `/api/orders/{order_id}`. */
  path: string;
  access: Access;
  /** True when it changes something exactly once under an `Idempotency-Key` (ruling A3). */
  command: boolean;
  /** Kept on the device until it is decided; after an attempt that recorded nothing it is sent again automatically or by pressing (ruling E3). */
  durable?: 'by_itself' | 'by_pressing';
  /** Topics of a read: when one of them is touched, screens read again (ruling G3). */
  shows?: readonly Topic[];
  /** Topics that a change may touch. */
  touches?: readonly Topic[];
  /** Everything may be as it was to become already: then a command leaves no audit row. */
  may_change_nothing?: boolean;
  /** The audit row that it leaves (ruling G9). */
  audit?: Audited;
  /** Names of other audit rows that it may leave instead. */
  audited_as?: readonly string[];
  /** Grants that requests received for this operation, as `insert orders` and `update orders.status`: all definitions together name all grants. */
  grants?: readonly string[];
  /** Permitted before the user has replaced a password that was set by another user (ruling C1). */
  any_password?: boolean;
  /** The problems of this operation, in addition to `SHARED_ERRORS`. */
  errors: readonly ProblemCode[];
  summary: string;
  /** Valid input about things that do not exist, for the tests of every operation. */
  sample?: Sample;
};

export type Audited = {
  /** The name of its rows, where that is not the operation's own. */
  what?: string;
  kind: AuditKind;
  /** The record whose key the row has; null for one without a name. */
  subject: RecordKind | null;
  label: string;
};

export type Sample = {
  body?: Readonly<Record<string, unknown>>;
  query?: string;
  /** True when the operation accepts the body although its records do not exist: it makes them, or skips what it does not find. */
  accepted?: boolean;
  /** True when it skips the records that the caller does not reach, and does the rest. */
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

/** Defines a change, or a nudge, that is harmless when repeated and therefore needs no key. */
export function change<const Own extends Given>(own: Own) {
  return { ...own, method: 'post' as const, command: false as const };
}

/** Defines a change that happens once under its key; it may carry files and the device's time. */
export function command<const Own extends Given>(own: Own) {
  const errors = ['command_id_missing', 'command_reused', 'file_missing', 'device_time_off'] as const;
  return { ...own, method: 'post' as const, command: true as const, errors: [...errors, ...own.errors] };
}
