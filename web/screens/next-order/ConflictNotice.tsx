import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { ToastWords } from '../../api/problem-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { role?: 'alert'; outcome: ToastWords; onContinue: () => void };

/** A delivery that was recorded with a conflict: stays until the driver has taken note. */
export function ConflictNotice({ role, outcome, onContinue }: Props) {
  return (
    <Notice
      tone="warn"
      role={role}
      icon={TriangleAlert}
      title={outcome.title}
      action={<Button onClick={onContinue}>{t`Continue`}</Button>}
    >
      {outcome.description}
    </Notice>
  );
}
