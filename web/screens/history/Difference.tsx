import type { DaySums } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { differenceText } from '../../messages/order-messages.ts';
import { classNames } from '../../ui/class-names.ts';

/** The difference at the end of the day; nothing if the day has no end-of-day handover. */
export function Difference({ difference_fils }: Pick<DaySums, 'difference_fils'>) {
  if (difference_fils === null) return null;
  return (
    <span
      className={classNames(
        'inline-block text-sm first-letter:uppercase',
        difference_fils === 0 ? 'text-muted' : 'font-medium text-warn',
      )}
    >
      {differenceText(difference_fils)}
    </span>
  );
}
