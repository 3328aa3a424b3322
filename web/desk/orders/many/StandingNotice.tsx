import { t } from '@lingui/core/macro';
import { CircleHelp, TriangleAlert, X } from 'lucide-react';
import { useTimeZone } from '../../../components/open-screen.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ActionButton } from '../../actions/ActionButton.tsx';
import { leftWords, skippedWords, unknownWords } from './deed-words.ts';
import type { ManyOrders } from './use-many-orders.ts';

/** The outcome of the last bulk action, if it is unknown or orders were skipped. */
export function StandingNotice({ many: { standing, busy, dismiss } }: { many: ManyOrders }) {
  const time_zone = useTimeZone();
  if (!standing) return null;
  const { skipped, again } = standing;
  if (again) {
    const { title, description } = unknownWords();
    return (
      <Notice
        tone="warn"
        icon={CircleHelp}
        title={title}
        action={
          <Button variant="secondary" busy={busy} onClick={again}>
            {t`Try again`}
          </Button>
        }
      >
        {description}
      </Notice>
    );
  }
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-card border border-warn bg-warn-soft p-2 ps-3 text-sm"
    >
      <TriangleAlert size={18} className="mt-1.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 py-1">
        <p className="font-semibold">{leftWords(standing)}</p>
        <ul className="max-h-24 overflow-y-auto">
          {skipped.map((one) => (
            <li key={one.order_id}>
              <bdi className="font-medium">{one.order_number ?? '—'}</bdi>:{' '}
              {skippedWords(one, standing.deed, time_zone)}
            </li>
          ))}
        </ul>
      </div>
      <ActionButton
        action={{ id: 'dismiss', title: t`Dismiss`, run: dismiss }}
        icon={X}
        variant="secondary"
      />
    </div>
  );
}
