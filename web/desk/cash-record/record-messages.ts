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
