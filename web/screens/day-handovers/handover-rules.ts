import { t } from '@lingui/core/macro';
import type { DriverGoods } from '../../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import type { HandoverDrivers } from '../../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { DifferenceChoice } from '../../../contract/rules/differences.ts';
import type { GoodsOutcome } from '../../../contract/rules/orders/attempts.ts';
import {
  amountAboveCap,
  driverNotFound,
  dropWithoutAmount,
  estimateLoading,
  goodsLoading,
  goodsUndecided,
  handoverAmountInvalid,
  handoverIncomplete,
  machineNotChosen,
} from '../../api/cash-messages.ts';
import { amountErrorText, enterAboveZero } from '../../components/amount/amount-messages.ts';
import { unconfirmedAmount } from '../../components/amount/unconfirmed-amount.ts';
import type { Missing } from '../../ui/use-missing.ts';
import { isUnnamed, type MachineChoice } from './card-machine-choice.ts';

/** The input of a handover's form, apart from the signatures. */
export type HandoverValues = {
  driver_id: number | null;
  /** At the end of a day: true for a driver who was out when chosen, and hands in a part of the cash. */
  is_drop: boolean;
  amount: string;
  machine: MachineChoice;
  /** The decisions about goods still with the driver, by order. */
  goods: Readonly<Record<string, GoodsOutcome>>;
  /** The choice about a difference; without one it has no effect. */
  difference_choice: DifferenceChoice;
};

/** The parts of a handover's form. */
export type HandoverPart =
  | 'driver'
  | 'estimate'
  | 'amount'
  | 'look'
  | 'machine'
  | 'goods'
  | GoodsPart
  | 'driver_signature'
  | 'admin_signature';

type GoodsPart = `goods-${string}`;

/** Returns the part of the form with the decision about an order's goods. */
export function goodsPart(order_id: string): GoodsPart {
  return `goods-${order_id}`;
}

type Input = {
  values: HandoverValues;
  choices: Pick<HandoverDrivers, 'drivers' | 'card_machines'>;
  /** See `useSecondLook`. */
  unseen_fils: number | null;
  /** True while the Estimated Receivables are loading. */
  estimate_loading: boolean;
  /** The goods that the form lists; `loading` while the list is not known yet. */
  goods: { loading: boolean; listed: readonly Pick<DriverGoods, 'order_id'>[] };
  signed: Record<'driver' | 'admin', boolean>;
};

/**
 * Returns the missing parts of a handover in form order. Signatures come last, because everything they cover
 * must be complete before they count.
 */
export function missingOf({
  values,
  choices,
  unseen_fils,
  estimate_loading,
  goods,
  signed,
}: Input): Missing<HandoverPart>[] {
  const { driver_id, amount, machine } = values;
  const parsed = parseAmount(amount);
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
    const toasts = {
      empty: () => incomplete,
      too_high: amountAboveCap,
      unclear: handoverAmountInvalid,
      unparsable: handoverAmountInvalid,
    };
    const { reason } = parsed;
    missing.push({ part: 'amount', toast: toasts[reason](), words: amountErrorText(reason) });
  }
  if (values.is_drop && parsed.ok && parsed.amount_fils === 0) {
    missing.push({ part: 'amount', toast: dropWithoutAmount(), words: enterAboveZero() });
  }
  if (unseen_fils !== null) missing.push(unconfirmedAmount('look', unseen_fils));
  if (isUnnamed(machine, choices.card_machines)) {
    missing.push({ part: 'machine', toast: machineNotChosen(), words: t`Choose the card machine` });
  }
  if (goods.loading) {
    missing.push({ part: 'goods', toast: goodsLoading(), words: t`Still loading` });
  }
  const undecided = goods.listed.find(({ order_id }) => !values.goods[order_id]);
  if (undecided) {
    const words = t`Choose what happened to these goods`;
    missing.push({ part: goodsPart(undecided.order_id), toast: goodsUndecided(), words });
  }
  if (!signed.driver) {
    missing.push({ part: 'driver_signature', toast: incomplete, words: t`The driver signs here` });
  }
  if (!signed.admin) {
    missing.push({ part: 'admin_signature', toast: incomplete, words: t`You sign here` });
  }
  return missing;
}
