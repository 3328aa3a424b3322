import { t } from '@lingui/core/macro';
import { MAX_AMOUNT_FILS } from '../../../contract/rules/money.ts';
import type { HandoverDrivers } from '../../../contract/schemas/handovers.ts';
import {
  amountAboveCap,
  driverNotFound,
  estimateLoading,
  handoverAmountInvalid,
  handoverIncomplete,
  machineNotChosen,
} from '../../api/cash-words.ts';
import { enterAmount, enterAtMost } from '../../components/amount/missing-amount.ts';
import { readAmount, type TypedAmount } from '../../components/amount/typed-amount.ts';
import type { Missing } from '../../ui/use-missing.ts';
import { isUnnamed, type MachineChoice } from './card-machine-choice.ts';

/** What stands in a handover's form. */
export type HandoverValues = { driver_id: number | null; amount: TypedAmount; machine: MachineChoice };

/** The parts of a handover's form. */
export type HandoverPart =
  | 'driver'
  | 'estimate'
  | 'amount'
  | 'machine'
  | 'driver_signature'
  | 'admin_signature';

type Given = {
  values: HandoverValues;
  choices: Pick<HandoverDrivers, 'drivers' | 'card_machines'>;
  /** The Estimated Receivables are still being asked for. */
  estimate_loading: boolean;
  signed: Record<'driver' | 'admin', boolean>;
};

/**
 * What a handover lacks (specification section 5, ruling F3), in the order of the form: whatever can be missing is asked for before
 * the signatures count (ruling G7).
 */
export function missingOf({ values, choices, estimate_loading, signed }: Given): Missing<HandoverPart>[] {
  const { driver_id, amount, machine } = values;
  const parsed = readAmount(amount);
  const incomplete = handoverIncomplete();
  const missing: Missing<HandoverPart>[] = [];
  const known = choices.drivers.some(({ id }) => id === driver_id);
  if (!known) {
    const toast = driver_id === null ? incomplete : driverNotFound();
    missing.push({ part: 'driver', toast, words: t`Choose the driver` });
  }
  if (estimate_loading) {
    missing.push({ part: 'estimate', toast: estimateLoading(), words: t`Still loading` });
  }
  if (!parsed.ok) {
    const amountOf = (toast: typeof incomplete, words: string) =>
      missing.push({ part: 'amount', toast, words });
    if (parsed.reason === 'empty') amountOf(incomplete, enterAmount());
    else if (parsed.reason === 'too_high') amountOf(amountAboveCap(), enterAtMost(MAX_AMOUNT_FILS));
    else amountOf(handoverAmountInvalid(), t`Enter digits, with at most two decimals`);
  }
  if (isUnnamed(machine, choices.card_machines)) {
    missing.push({ part: 'machine', toast: machineNotChosen(), words: t`Choose which one it is` });
  }
  if (!signed.driver) {
    missing.push({ part: 'driver_signature', toast: incomplete, words: t`The driver signs here` });
  }
  if (!signed.admin) {
    missing.push({ part: 'admin_signature', toast: incomplete, words: t`You sign here` });
  }
  return missing;
}
