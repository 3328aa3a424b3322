import type { ProblemCode } from '../../../rules/problems.ts';

/** The problems of both start-of-day and end-of-day handovers. */
export const HANDOVER_ERRORS = [
  'not_found',
  'driver_unknown',
  'driver_not_available',
  'own_cash',
  'reference_taken',
  'card_machine_elsewhere',
] as const satisfies readonly ProblemCode[];
