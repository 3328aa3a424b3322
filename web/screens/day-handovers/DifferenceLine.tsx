import { CircleCheck, TriangleAlert } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { differenceWords } from '../../words/order-words.ts';

/** Received less estimated, said before anybody signs; nothing while either is unknown. */
export function DifferenceLine({ difference_fils }: { difference_fils: number | null }) {
  const even = difference_fils === 0;
  const Icon = even ? CircleCheck : TriangleAlert;
  return (
    <p
      role="status"
      className={classNames(
        'flex items-center gap-2 font-semibold empty:hidden',
        even ? 'text-done' : 'text-warn',
      )}
    >
      {difference_fils !== null && (
        <>
          <Icon size={20} className="shrink-0" />
          <span className="amount whitespace-normal first-letter:uppercase">
            {differenceWords(difference_fils)}
          </span>
        </>
      )}
    </p>
  );
}
