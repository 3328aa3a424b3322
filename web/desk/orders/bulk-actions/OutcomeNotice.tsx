import { t } from '@lingui/core/macro';
import { CircleHelp } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { loadedDialog } from '../../dialogs/loaded-dialog.tsx';
import { unknownOutcomeText } from './bulk-action-messages.ts';
import type { BulkActions } from './use-bulk-actions.ts';

const SkippedNotice = loadedDialog(async () => (await import('./SkippedNotice.tsx')).SkippedNotice);

/** The outcome of the last bulk action, if it is unknown or orders were skipped. */
export function OutcomeNotice({ many: { last_outcome, busy, dismiss } }: { many: BulkActions }) {
  if (!last_outcome) return null;
  const { again } = last_outcome;
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
  return <SkippedNotice last_outcome={last_outcome} onClose={dismiss} />;
}
