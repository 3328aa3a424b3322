import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { classNames } from '../ui/class-names.ts';

type Props = {
  /** Null when the amount could not be read: a dash, never an invented zero. */
  amount_fils: number | null;
  /** The number a person came for is the largest thing on its card. */
  lead?: boolean;
  className?: string;
};

/** An amount in AED, its currency smaller and lighter before the digits. */
export function Money({ amount_fils, lead = false, className }: Props) {
  const size = lead ? 'font-semibold text-lead' : 'font-medium';
  if (amount_fils === null) return <span className={classNames(size, className)}>—</span>;
  const [currency, digits] = formatMoney(amount_fils).split(' ');
  return (
    // Twice the text on a narrow phone: the currency may stand above the digits.
    <span dir="ltr" className={classNames('amount', lead && 'whitespace-normal', size, className)}>
      <span className={classNames('font-normal text-muted', lead ? 'text-[0.55em]' : 'text-[0.85em]')}>
        {currency}
      </span>{' '}
      {digits}
    </span>
  );
}
