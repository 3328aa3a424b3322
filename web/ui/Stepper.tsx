import { t } from '@lingui/core/macro';
import { Minus, Plus } from 'lucide-react';
import { Button } from './Button.tsx';

type Props = {
  /** The name of the quantity for screen readers. */
  legend: string;
  value: number;
  max: number;
  onValue: (value: number) => void;
};

/** A quantity from 0 to `max`, changed by one at a time. */
export function Stepper({ legend, value, max, onValue }: Props) {
  return (
    <fieldset className="ms-auto flex min-w-0 flex-wrap items-center gap-1">
      <legend className="sr-only">{legend}</legend>
      <Button
        variant="secondary"
        className="size-[48px] p-0"
        aria-label={t`One less`}
        aria-disabled={value <= 0 || undefined}
        onClick={() => value > 0 && onValue(value - 1)}
      >
        <Minus size={18} />
      </Button>
      <output className="amount min-w-14 text-center">{t`${value} of ${max}`}</output>
      <Button
        variant="secondary"
        className="size-[48px] p-0"
        aria-label={t`One more`}
        aria-disabled={value >= max || undefined}
        onClick={() => value < max && onValue(value + 1)}
      >
        <Plus size={18} />
      </Button>
    </fieldset>
  );
}
