import { t } from '@lingui/core/macro';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Question } from './card-machine-choice.ts';

type Props = { question: Question | null; onYes: () => void; onNo: () => void };

/** Asks before a handover that is probably a mistake. */
export function QuestionDialog({ question, onYes, onNo }: Props) {
  return (
    <Dialog
      open={question !== null}
      onOpenChange={(open) => !open && onNo()}
      title={question?.title ?? ''}
      description={question?.text}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onNo}>
          {t`Go back`}
        </Button>
        <Button onClick={onYes}>{t`Complete all the same`}</Button>
      </div>
    </Dialog>
  );
}
