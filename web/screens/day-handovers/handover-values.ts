import type { HandoverType } from '../../../contract/rules/storage-paths.ts';
import type {
  CardMachine,
  EndHandover,
  HandoverDrivers,
  StartHandover,
} from '../../../contract/schemas/handovers.ts';
import {
  amountAboveCap,
  driverNotFound,
  handoverAmountInvalid,
  handoverIncomplete,
  machineNotChosen,
} from '../../api/cash-words.ts';
import type { ToastWords } from '../../api/problem-words.ts';
import {
  NOTHING_TYPED,
  readAmount,
  type TypedAmount,
  typedAmountOf,
} from '../../components/amount/typed-amount.ts';
import { isUnnamed, type MachineChoice, NO_MACHINE, UNLISTED } from './card-machine-choice.ts';

/** What stands in a handover's form. */
export type HandoverValues = { driver_id: number | null; amount: TypedAmount; machine: MachineChoice };

export const EMPTY_HANDOVER: HandoverValues = { driver_id: null, amount: NOTHING_TYPED, machine: NO_MACHINE };

/** What was filled in for a command that was sent. */
export function valuesOf(
  input: StartHandover | EndHandover,
  machines: readonly CardMachine[],
): HandoverValues {
  const changes_hands =
    'card_machine_given' in input ? input.card_machine_given : input.card_machine_received;
  const unlisted = changes_hands && machines.length > 0 ? UNLISTED : '';
  return {
    driver_id: input.driver_id,
    amount: typedAmountOf(input.amount_fils),
    machine: { changes_hands, machine: input.card_machine_id ?? unlisted },
  };
}

/** The first rule that is not met yet, in the words of its toast (specification section 5, ruling F3); null when all are. */
export function unmetRule(
  { driver_id, amount, machine }: HandoverValues,
  { drivers, card_machines }: Pick<HandoverDrivers, 'drivers' | 'card_machines'>,
  all_signed: boolean,
): ToastWords | null {
  const parsed = readAmount(amount);
  const empty = !parsed.ok && parsed.reason === 'empty';
  if (driver_id === null || empty || !all_signed) return handoverIncomplete();
  if (!parsed.ok) return parsed.reason === 'too_high' ? amountAboveCap() : handoverAmountInvalid();
  if (isUnnamed(machine, card_machines)) return machineNotChosen();
  return drivers.some(({ id }) => id === driver_id) ? null : driverNotFound();
}

/** Everything the two signatures stand for, the estimate that the receipt compares with included. */
export function signedContent(
  handover_type: HandoverType,
  { driver_id, amount, machine }: HandoverValues,
  estimated_fils: number | null,
): unknown {
  const estimate = handover_type === 'end' && driver_id !== null ? estimated_fils : null;
  return [driver_id, amount, machine, estimate];
}
