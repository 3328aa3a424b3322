import { t } from '@lingui/core/macro';
import type { ProblemBody } from '../../../contract/rules/problems.ts';

/** States why a record cannot be voided any more, and names the later record. */
export function voidBlockedText({ because, reference }: NonNullable<ProblemBody['blocked']>): string {
  const later = reference ?? t`a later record`;
  return {
    below_zero: t`The recipient no longer has this cash: see ${later}.`,
    machine_moved: t`The card machine has moved since: see ${later}.`,
    later_end_of_day: t`One of the signers has a later end of day: ${later}.`,
    settled: t`Its difference is settled at least in part: see ${later}.`,
  }[because];
}
