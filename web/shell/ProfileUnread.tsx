import { msg, t } from '@lingui/core/macro';
import { TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { translateDescriptor } from '../messages/i18n.ts';
import { Button, useBusy } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

const MESSAGES = {
  no_connection: {
    icon: WifiOff,
    title: msg`No connection`,
    description: msg`You are still signed in. Your dashboard opens as soon as the server can be reached.`,
  },
  failed: {
    icon: TriangleAlert,
    title: msg`Your profile could not be loaded`,
    description: msg`You are still signed in. Try again in a moment.`,
  },
};

type Props = { kind: keyof typeof MESSAGES; onRetry: () => Promise<void>; signOut: ReactNode };

/** Shown to a signed-in user whose profile is not available yet; never a reason to sign in again. */
export function ProfileUnread({ kind, onRetry, signOut }: Props) {
  const { icon, title, description } = MESSAGES[kind];
  const [busy, run] = useBusy();
  return (
    <main className="mx-auto max-w-md p-4 pt-[15vh]" aria-live="polite">
      <EmptyState
        icon={icon}
        title={translateDescriptor(title)}
        description={translateDescriptor(description)}
        alone
        action={
          <div className="flex flex-col gap-2">
            <Button busy={busy} onClick={() => void run(onRetry)}>
              {t`Retry`}
            </Button>
            {signOut}
          </div>
        }
      />
    </main>
  );
}
