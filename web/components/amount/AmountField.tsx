import type { ReactNode } from 'react';
import { Field } from '../../ui/Field.tsx';
import { type TypedAmount, typedAmountOf } from './typed-amount.ts';

type Props = {
  label: ReactNode;
  value: TypedAmount;
  onAmount: (typed: TypedAmount) => void;
  hint?: ReactNode;
  max_fils?: number;
  required?: boolean;
  /** Takes the focus when its dialog opens. */
  first?: boolean;
};

/** An amount in AED with a decimal keypad. The form around it has to be `noValidate`: its own rules speak (ruling F3). */
export function AmountField({ label, value, onAmount, hint, max_fils, required, first }: Props) {
  return (
    <Field
      label={label}
      hint={hint}
      type="number"
      inputMode="decimal"
      step="0.01"
      min="0"
      max={max_fils === undefined ? undefined : typedAmountOf(max_fils).text}
      required={required}
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
