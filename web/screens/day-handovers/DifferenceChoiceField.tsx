import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { DifferenceChoice } from '../../../contract/rules/differences.ts';
import { RadioGroup } from '../../ui/RadioGroup.tsx';

type Props = {
  /** Received less estimated cash, in fils; negative is short. */
  difference_fils: number;
  choice: DifferenceChoice;
  onChoice: (choice: DifferenceChoice) => void;
};

/**
 * The choice about a difference, which both sign: it stays with the driver, or is booked as short or over.
 */
export function DifferenceChoiceField({ difference_fils, choice, onChoice }: Props) {
  const left = formatMoney(-difference_fils);
  const amount = formatMoney(Math.abs(difference_fils));
  const is_short = difference_fils < 0;
  return (
    <RadioGroup<DifferenceChoice>
      legend={<span className="sr-only">{t`Difference`}</span>}
      value={choice}
      options={[
        {
          value: 'kept',
          label: option(t`Kept by the driver`, t`The driver's cash on hand is ${left} afterwards.`),
        },
        {
          value: 'short_or_over',
          label: is_short
            ? option(t`Short`, t`${amount} is booked as a shortage that the driver owes.`)
            : option(t`Over`, t`${amount} is booked as over, apart from the driver's cash on hand.`),
        },
      ]}
      onValue={onChoice}
    />
  );
}

function option(name: string, meaning: string): ReactNode {
  return (
    <>
      <span className="block font-medium">{name}</span>
      <span className="block text-muted text-sm">{meaning}</span>
    </>
  );
}
