import { t } from '@lingui/core/macro';
import { LogOut } from 'lucide-react';
import { useCallback, useState } from 'react';
import { unsentEntries } from '../commands/this-device.ts';
import { thisTab } from '../environment/this-tab.ts';
import { withinStoreTimeout } from '../environment/timing.ts';
import { deviceDrafts } from '../offline/drafts/device-drafts.ts';
import type { OutboxEntry } from '../offline/outbox-entry.ts';
import { useSession } from '../session/use-session.ts';
import { Button, useBusy } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

const loadDialog = async () => (await import('../ui/Dialog.tsx')).Dialog;

type Props = {
  collapsed: boolean;
  /** A sentence about work in progress on this page that signing out would end; shown in the question. */
  going_on?: string | null;
};

/** Signs out; asks first if this device has unsent work. */
export function SignOutButton({ collapsed, going_on = null }: Props) {
  const { user, signOut } = useSession();
  const [busy, run] = useBusy();
  const [unsent, setUnsent] = useState<string | null>(null);
  const stay = useCallback(() => setUnsent(null), []);
  const Dialog = useLoaded(loadDialog, unsent !== null, stay);

  const leave = () => run(signOut);

  async function press() {
    // A store that fails or hangs must not prevent the user from signing out.
    const [entries, drafted] = await Promise.all([
      withinStoreTimeout(thisTab, unsentEntries()).catch(() => []),
      withinStoreTimeout(thisTab, deviceDrafts.has(user?.id ?? '')).catch(() => false),
    ]);
    const text = [going_on, await questionAbout(entries, drafted)].filter(Boolean).join(' ');
    if (text) setUnsent(text);
    else await leave();
  }

  const button = (
    <Button
      variant="quiet"
      busy={busy}
      onClick={() => void press()}
      className={classNames('w-full font-medium', collapsed ? 'px-0' : 'justify-start px-3')}
    >
      <LogOut size={20} className="shrink-0" />
      <span className={collapsed ? 'sr-only' : undefined}>{t`Sign Out`}</span>
    </Button>
  );

  return (
    <>
      {collapsed ? <Tooltip text={t`Sign Out`}>{button}</Tooltip> : button}
      {unsent && Dialog && (
        <Dialog
          open
          onOpenChange={(open) => !open && stay()}
          title={t`Sign out with unsent work?`}
          description={unsent}
        >
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={stay}>
              {t`Stay signed in`}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void leave()}>
              {t`Sign Out`}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Loads the texts, which few users ever see, only if there is something to ask about. */
async function questionAbout(entries: readonly OutboxEntry[], drafted: boolean): Promise<string | null> {
  if (entries.length === 0 && !drafted) return null;
  return import('./sign-out-text.ts').then(
    ({ signOutText }) => signOutText(entries, drafted),
    // The question is asked in any case.
    () => t`Sign out with unsent work?`,
  );
}
