import { t } from '@lingui/core/macro';
import { TriangleAlert, X } from 'lucide-react';
import { useTimeZone } from '../../../components/open-screen.ts';
import { ActionButton } from '../../actions/ActionButton.tsx';
import type { BulkOutcome } from './bulk-action.ts';
import { skippedCountText } from './bulk-action-messages.ts';
import { skippedText } from './skipped-messages.ts';

type Props = { last_outcome: BulkOutcome; onClose: () => void };

/** The orders that the last bulk action skipped, each with the reason. */
export function SkippedNotice({ last_outcome, onClose }: Props) {
  const time_zone = useTimeZone();
  const { action, skipped } = last_outcome;
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
              {skippedText(one, action, time_zone)}
            </li>
          ))}
        </ul>
      </div>
      <ActionButton
        action={{ id: 'dismiss', title: t`Dismiss`, run: onClose }}
        icon={X}
        variant="secondary"
      />
    </div>
  );
}
