import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type Props = { title: string; message: string; busy: boolean; onRetry: () => Promise<void> };

/** Nothing to show because it could not be read, and a way to ask again. */
export function ReadFailure({ title, message, busy, onRetry }: Props) {
  return (
    <EmptyState
      icon={<CircleAlert size={28} strokeWidth={1.75} aria-hidden="true" />}
      title={title}
      description={message}
      action={
        <Button variant="secondary" busy={busy} onClick={() => void onRetry()}>
          {t`Retry`}
        </Button>
      }
    />
  );
}
