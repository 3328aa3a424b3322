import { t } from '@lingui/core/macro';
import { Money } from '../../components/Money.tsx';
import { formatCount } from '../figures/format-count.ts';

/** Shows the number of rows that did not fit, with their sum if the list has one. */
export function AndMore({ count, amount_fils }: { count: number; amount_fils?: number }) {
  if (count === 0) return null;
  return (
    <p>
      {t`and ${formatCount(count)} more`}
      {amount_fils !== undefined && (
        <>
          , <Money amount_fils={amount_fils} />
        </>
      )}
    </p>
  );
}
