import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import { Money } from '../Money.tsx';
import { amountErrorText } from './amount-messages.ts';
import { isUnfinished, typedAmountOf } from './typed-amount.ts';

type Props = Partial<Mark> & {
  label: ReactNode;
  /** The text as typed; `parseAmount` defines the accepted formats. */
  value: string;
  onAmount: (text: string) => void;
  hint?: ReactNode;
  max_fils?: number;
  /** The whole available amount, entered by the button All; null or undefined while it is unknown. */
  all_fils?: number | null | undefined;
  required?: boolean;
  disabled?: boolean;
  /** True if the field takes the focus when its dialog opens. */
  first?: boolean;
  /** The function of the Enter key, see `enterMovesFocus`. */
  enterKeyHint: 'next' | 'done';
};

/**
 * A field for an amount in AED with a decimal keypad. It is a text field because a number field drops what it
 * cannot parse; the parsed amount is shown below (ruling H1). The surrounding form must be `noValidate`: its
 * own rules apply.
 */
export function AmountField({ value, onAmount, max_fils, all_fils, first, missing, ...field }: Props) {
  const [focused, setFocused] = useState(false);
  const read = parseAmount(value);
  const is_fault = !read.ok && read.reason !== 'empty' && !(focused && isUnfinished(value));
  return (
    <Field
      {...field}
      missing={missing ?? (is_fault ? amountErrorText(read.reason) : undefined)}
      unit="AED"
      placeholder="0.00"
      action={all_fils != null && all_fils > 0 && <AllButton amount_fils={all_fils} onAmount={onAmount} />}
      type="text"
      inputMode="decimal"
      step="0.01"
      min="0"
      max={max_fils === undefined ? undefined : typedAmountOf(max_fils)}
      data-first-field={first}
      autoComplete="off"
      className="amount text-section"
      value={value}
      onChange={({ target }) => onAmount(target.value)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      live={read.ok ? <Money amount_fils={read.amount_fils} className="text-title" /> : null}
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
