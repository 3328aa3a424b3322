import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { classNames } from '../ui/class-names.ts';

type Props = {
  /** Null if the amount could not be read; shown as a dash, never as zero. */
  amount_fils: number | null;
  /** True for the main figure of a card, which is shown largest. */
  lead?: boolean;
  className?: string;
};

/** Shows an amount in AED, with the currency smaller and lighter than the digits. */
export function Money({ amount_fils, lead = false, className }: Props) {
  const size = lead ? 'font-semibold text-lead' : 'font-medium';
  if (amount_fils === null) return <span className={classNames(size, className)}>—</span>;
  const [currency, digits] = formatMoney(amount_fils).split(' ');
  return (
    // With text at 200% on a narrow phone, the currency may wrap onto a line above the digits.
    <span dir="ltr" className={classNames('amount', lead && 'whitespace-normal', size, className)}>
      <span className={classNames('font-normal text-muted', lead ? 'text-[0.55em]' : 'text-[0.85em]')}>
        {currency}
      </span>{' '}
      {digits}
    </span>
  );
}
