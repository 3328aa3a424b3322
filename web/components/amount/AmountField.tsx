import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../contract/rules/money.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import { type TypedAmount, typedAmountOf } from './typed-amount.ts';

type Props = Partial<Mark> & {
  label: ReactNode;
  value: TypedAmount;
  onAmount: (typed: TypedAmount) => void;
  hint?: ReactNode;
  max_fils?: number;
  /** All there is to be had, which one press fills in; null or undefined while nobody knows. */
  all_fils?: number | null | undefined;
  required?: boolean;
  /** Takes the focus when its dialog opens. */
  first?: boolean;
  /** What Enter does, see `enterGoesOn`. */
  enterKeyHint: 'next' | 'done';
};

/** An amount in AED with a decimal keypad. The form around it has to be `noValidate`: its own rules speak (ruling F3). */
export function AmountField({ value, onAmount, max_fils, all_fils, first, ...field }: Props) {
  return (
    <Field
      {...field}
      unit="AED"
      placeholder="0.00"
      action={all_fils != null && all_fils > 0 && <AllButton amount_fils={all_fils} onAmount={onAmount} />}
      type="number"
      inputMode="decimal"
      step="0.01"
      min="0"
      max={max_fils === undefined ? undefined : typedAmountOf(max_fils).text}
      data-first-field={first}
      autoComplete="off"
      className="amount text-section"
      value={value.text}
      onChange={({ target }) => onAmount({ text: target.value, unreadable: target.validity.badInput })}
      // A wheel that scrolls the page must not count money.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}

function AllButton({ amount_fils, onAmount }: { amount_fils: number } & Pick<Props, 'onAmount'>) {
  return (
    <Button
      variant="secondary"
      aria-label={t`All, ${formatMoney(amount_fils)}`}
      onClick={() => onAmount(typedAmountOf(amount_fils))}
    >
      {t`All`}
    </Button>
  );
}
