import { t } from '@lingui/core/macro';
import { CircleHelp, TriangleAlert, X } from 'lucide-react';
import { useTimeZone } from '../../../components/open-screen.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ActionButton } from '../../actions/ActionButton.tsx';
import { skippedCountText, skippedText, unknownOutcomeText } from './bulk-action-messages.ts';
import type { BulkActions } from './use-bulk-actions.ts';

/** The outcome of the last bulk action, if it is unknown or orders were skipped. */
export function OutcomeNotice({ many: { last_outcome, busy, dismiss } }: { many: BulkActions }) {
  const time_zone = useTimeZone();
  if (!last_outcome) return null;
  const { skipped, again } = last_outcome;
  if (again) {
    const { title, description } = unknownOutcomeText();
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
        <p className="font-semibold">{skippedCountText(last_outcome)}</p>
        <ul className="max-h-24 overflow-y-auto">
          {skipped.map((one) => (
            <li key={one.order_id}>
              <bdi className="font-medium">{one.order_number ?? '—'}</bdi>:{' '}
              {skippedText(one, last_outcome.action, time_zone)}
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
