import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import type { ToastWords } from '../../api/problem-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { sayOnPage } from '../../ui/toast.ts';

/** A delivery that was recorded with a conflict: stays until the driver has taken note. */
export function ConflictNotice({ outcome, onContinue }: { outcome: ToastWords; onContinue: () => void }) {
  const { kind, title, description } = outcome;
  useEffect(() => sayOnPage({ kind, title, description }), [kind, title, description]);
  return (
    <Notice
      tone="warn"
      icon={<TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}
      title={title}
      action={<Button onClick={onContinue}>Continue</Button>}
    >
      {description}
    </Notice>
  );
}
