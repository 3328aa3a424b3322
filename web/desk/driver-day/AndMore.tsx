import { t } from '@lingui/core/macro';
import { Money } from '../../components/Money.tsx';
import { countWords } from '../figures/count-words.ts';

/** What is not listed for want of room; with its amount where the list comes to a sum. */
export function AndMore({ count, amount_fils }: { count: number; amount_fils?: number }) {
  if (count === 0) return null;
  return (
    <p>
      {t`and ${countWords(count)} more`}
      {amount_fils !== undefined && (
        <>
          , <Money amount_fils={amount_fils} />
        </>
      )}
    </p>
  );
}
