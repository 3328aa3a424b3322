import type { ProblemCode } from './problems.ts';
import type { Access } from './roles.ts';
import type { Topic } from './topics.ts';

export type Endpoint = {
  method: 'get' | 'post' | 'put';
  /** With OpenAPI's placeholders: `/api/orders/{order_id}`. */
  path: string;
  access: Access;
  /** True when it changes something exactly once under an `Idempotency-Key` (ruling A3). */
  command: boolean;
  /** What its answer shows: told that one of these was touched, whoever shows it asks again (ruling G3). */
  shows?: readonly Topic[];
  /** Also with a password that somebody else has set; everything else waits until it was changed (ruling C1). */
  any_password?: boolean;
  /** The problems it answers beside the ones every endpoint may answer. */
  errors: readonly ProblemCode[];
  summary: string;
};

/** Answered by every endpoint. */
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

type Told = Omit<Endpoint, 'method' | 'command'>;

/** Only reads. */
export function read<const Own extends Told>(own: Own) {
  return { ...own, method: 'get' as const, command: false as const };
}

/** Changes something, or nudges, and needs no key: to do it again does no harm. */
export function change<const Own extends Told>(own: Own) {
  return { ...own, method: 'post' as const, command: false as const };
}

/** Changes something once under its key, by work and files made on a device; and so may be refused for any of these. */
export function command<const Own extends Told>(own: Own) {
  const errors = ['command_id_missing', 'command_reused', 'file_missing', 'device_time_off'] as const;
  return { ...own, method: 'post' as const, command: true as const, errors: [...errors, ...own.errors] };
}
