import { t } from '@lingui/core/macro';
import type { MemoryCommandForm } from '../../commands/memory/use-memory-command.ts';
import { Loading } from '../../ui/Skeleton.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { heldOrdersTexts, orderCountText } from './retention-messages.ts';

type Props = {
  days: number;
  command: Pick<MemoryCommandForm<'change_desk_shop'>, 'busy' | 'unknown'>;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation before customers are erased earlier than now: it cannot be undone. */
export function ConfirmErase({ days, ...confirmation }: Props) {
  const read = useDeskRead('read_kept', { after_days: days });
  const old = read.data?.old;
  const held = old ? heldOrdersTexts(old.held) : [];
  return (
    <ConfirmDialog
      title={t`Erase customers after ${days} days?`}
      confirm={t`Save and erase`}
      danger
      {...confirmation}
    >
      <div className="flex flex-col gap-3">
        <p>
          {t`Their names, phones, addresses and notes, and the photos and delivery notes of their orders are erased. This cannot be undone.`}
        </p>
        <p role="status">
          {old ? (
            <strong>{t`The first run erases the customers of ${orderCountText(old.due, old.more)}.`}</strong>
          ) : read.error ? (
            t`The orders could not be counted. The page "Data retention" shows their number later.`
          ) : (
            <Loading text={t`Counting the orders...`} shapes={['h-6']} />
          )}
        </p>
        {held.length > 0 && <p className="text-muted text-sm">{t`Kept for now: ${held.join(', ')}.`}</p>}
      </div>
    </ConfirmDialog>
  );
}
