import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import type { ToastText } from '../../api/problem-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { suppressToast } from '../../ui/toast.ts';

type Props = { outcome: ToastText; onContinue: () => void };

/** The notice of a delivery recorded with a conflict, shown instead of its toast until acknowledged. */
export function Conflict({ outcome, onContinue }: Props) {
  const { kind, title, names, description } = outcome;
  useEffect(() => suppressToast({ kind, title, names, description }), [kind, title, names, description]);
  return (
    <Notice
      tone="warn"
      role="alert"
      icon={TriangleAlert}
      title={title}
      action={<Button onClick={onContinue}>{t`Continue`}</Button>}
    >
      {description}
    </Notice>
  );
}
