import { t } from '@lingui/core/macro';
import type {
  CashRecord,
  CashSignature,
} from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';

export function recordTypeText(type: CashRecord['type']): string {
  return {
    start: t`Start of day`,
    end: t`End of day`,
    drop: t`Cash during the day`,
    collection: t`Collection`,
    deposit: t`Bank deposit`,
    issue: t`Float from the safe`,
    return: t`Float back to the safe`,
  }[type];
}

/** Names the role in which a person signed. */
export function signerRoleText(as: CashSignature['as']): string {
  return { driver: t`Driver`, admin: t`Admin`, manager: t`Manager`, staff: t`Gave the cash` }[as];
}

export function cardMachineText({
  number,
  given,
  received,
}: NonNullable<CashRecord['card_machine']>): string {
  if (given) return t`${number}, given`;
  return received ? t`${number}, received` : number;
}

/** Describes the signed choice about the difference of an end of day, and its outcome. */
export function differenceChoiceText({
  difference_choice,
  difference_outcome,
  difference_fils,
}: Pick<CashRecord, 'difference_choice' | 'difference_outcome' | 'difference_fils'>): string {
  if (difference_choice === 'kept') return t`The driver keeps the difference.`;
  const is_short = (difference_fils ?? 0) < 0;
  if (difference_outcome === 'undecided') {
    return is_short
      ? t`Both signed it as short. It is not decided yet.`
      : t`Both signed it as over. It is not decided yet.`;
  }
  if (difference_outcome === 'kept') {
    return is_short
      ? t`Both signed it as short. It was decided later, and nothing was booked.`
      : t`Both signed it as over. It was decided later, and nothing was booked.`;
  }
  return is_short
    ? t`Both signed it as short. It is booked as the driver's shortage.`
    : t`Both signed it as over. It is booked as the driver's over.`;
}
