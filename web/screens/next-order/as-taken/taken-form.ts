import type { ReactNode } from 'react';
import type { Tender } from '../../../../contract/rules/orders/tender.ts';
import type { Draft } from '../../../offline/device-records.ts';
import type { Mark, Missing } from '../../../ui/use-missing.ts';
import type { AsTakenPart } from './as-taken-rules.ts';

/** The parts of the delivery form for goods and payments that differ from a plain delivery. */
export type TakenForm = {
  goods: (mark: Mark) => ReactNode;
  payment: (mark: (part: AsTakenPart) => Mark) => ReactNode;
  is_payment_open: boolean;
  /** The amount that "Received Payment" confirms. */
  confirmed: ReactNode;
  /** Shown below the effect on the driver's cash. */
  effect: ReactNode;
  missing: readonly Missing<AsTakenPart>[];
  /** True if a payment has to be confirmed. */
  is_open: boolean;
  /** True while it is open how the customer pays. */
  is_unselected: boolean;
  /** The amount to take in all, rounded. */
  to_take_fils: number;
  cash_fils: number;
  /** Returns the changes of the draft for another tender. */
  withTender: (tender: Tender) => Partial<Draft>;
};
