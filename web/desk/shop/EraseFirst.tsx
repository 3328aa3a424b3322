import { t } from '@lingui/core/macro';
import type { MemoryCommandForm } from '../../commands/memory/use-memory-command.ts';
import { Loading } from '../../ui/Skeleton.tsx';
import { AskFirst } from '../ask/AskFirst.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { heldWords, ordersWords } from './kept-words.ts';

type Props = {
  days: number;
  command: Pick<MemoryCommandForm<'change_desk_shop'>, 'busy' | 'unknown'>;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** That it cannot be undone, and how much it is, before customers are erased sooner than now. */
export function EraseFirst({ days, ...asked }: Props) {
  const read = useDeskRead('read_kept', { after_days: days });
  const old = read.data?.old;
  const held = old ? heldWords(old.held) : [];
  return (
    <AskFirst title={t`Erase customers after ${days} days?`} confirm={t`Save and erase`} danger {...asked}>
      <div className="flex flex-col gap-3">
        <p>
          {t`Their names, phones, addresses and notes, and the photos and delivery notes of their orders go for good. This cannot be undone.`}
        </p>
        <p role="status">
          {old ? (
            <strong>{t`The first run erases the customers of ${ordersWords(old.due, old.more)}.`}</strong>
          ) : read.error ? (
            t`How many orders that is could not be counted. The page "What is kept" tells it later.`
          ) : (
            <Loading text={t`Counting the orders...`} shapes={['h-6']} />
          )}
        </p>
        {held.length > 0 && <p className="text-muted text-sm">{t`Kept for now: ${held.join(', ')}.`}</p>}
      </div>
    </AskFirst>
  );
}
