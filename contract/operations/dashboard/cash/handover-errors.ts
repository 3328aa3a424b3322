import type { ProblemCode } from '../../../rules/problems.ts';

/** Refusals of both ends of a driver's day. */
export const HANDOVER_ERRORS = [
  'not_found',
  'driver_unknown',
  'driver_not_available',
  'own_cash',
  'reference_taken',
  'card_machine_elsewhere',
] as const satisfies readonly ProblemCode[];
