import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { forgetImport } from './import-store.ts';
import { stop } from './import-work.ts';
import { detailText, endedText, progressText } from './progress-messages.ts';
import { useImportNow } from './use-import-now.ts';

type Props = { onStay: () => void; onLeave: () => void };

/** Asks before the desk is left during an import. Once the import has ended, leaves and shows its outcome. */
export function LeaveImport({ onStay, onLeave }: Props) {
  const { state } = useImportNow();
  const importing = state.at === 'importing' ? state : null;
  const left = useRef(false);
  useEffect(() => {
    if (importing || left.current) return;
    left.current = true;
    if (state.at === 'done') {
      const { file_name, done } = state;
      const title = endedText(file_name, done);
      showToast({ kind: done.stopped ? 'warning' : 'success', title, description: detailText(state) });
      forgetImport();
    }
    onLeave();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={t`Leave the desk while orders are imported?`}
      description={
        importing &&
        t`${progressText(importing)} Saved orders are kept. To import the rest, choose the file again later. The import continues on all pages of the desk.`
      }
    >
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onStay}>
          {t`Stay`}
        </Button>
        <Button variant="danger" busy={importing?.stopping ?? true} onClick={stop}>
          {t`Stop the import and leave`}
        </Button>
      </div>
    </Dialog>
  );
}
