import { t } from '@lingui/core/macro';
import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { LoadFailure } from '../../shell/LoadFailure.tsx';
import { MenuPanel } from '../../shell/MenuPanel.tsx';
import { SignedIn } from '../../shell/SignedIn.tsx';
import { Button } from '../../ui/Button.tsx';
import { removeStaleEntry } from '../../ui/back-closes.ts';
import { publishHeight } from '../../ui/publish-height.ts';
import { Loading } from '../../ui/Skeleton.tsx';
import { ToastPlace } from '../../ui/ToastPlace.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { useGlobalActions } from '../actions/use-global-actions.tsx';
import { ExportLine } from '../export/ExportLine.tsx';
import { ConfirmBeforeLeaving } from '../import/ConfirmBeforeLeaving.tsx';
import { ImportLine } from '../import/ImportLine.tsx';
import { LowerLine } from '../line/LowerLine.tsx';
import { PrintHead } from '../print/PrintHead.tsx';
import { DeskMenu } from './DeskMenu.tsx';
import { DeskSignOut } from './DeskSignOut.tsx';
import { DeskStatus } from './DeskStatus.tsx';
import { type DeskPath, type DeskPlace, IMPORT_PATH } from './desk-places.ts';
import { readDeskSettings } from './desk-settings.ts';

type Parts = {
  places: readonly DeskPlace[];
  /** The path of the open place. */
  open_path: DeskPath;
  /** Replaces the content while the password is one that another user has set. */
  passwordFirst: ReactNode;
  /** Keeps the open place up to date. */
  live: ReactNode;
  /** The open place. */
  children: ReactNode;
};

/** The desk of the signed-in user. */
export function DeskShell(parts: Parts) {
  return (
    <SignedIn signOut={<DeskSignOut />}>
      {(profile) => (
        <ConfirmBeforeLeaving>
          <Desk profile={profile} {...parts} />
        </ConfirmBeforeLeaving>
      )}
    </SignedIn>
  );
}

/** The height above a place's own content. */
const headHeight = publishHeight('--desk-head');

function Desk({ profile, places, open_path, passwordFirst, live, children }: Parts & { profile: Profile }) {
  const wide = useMedia('(min-width: 64rem)');
  const [panel_open, setPanelOpen] = useState(false);
  const everywhere = useGlobalActions(places, profile.role);
  const menu = { profile, places, open_path, everywhere };
  useDeskKeys();
  useEffect(removeStaleEntry, []);
  useEffect(() => void readDeskSettings(), []);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:rounded-card focus:bg-surface focus:px-4 focus:py-3 focus:shadow-float"
      >
        {t`Skip to content`}
      </a>
      {wide ? (
        <aside
          aria-label={t`Sidebar`}
          className="sticky top-0 z-30 h-dvh w-[14rem] shrink-0 border-line border-e bg-surface print:hidden"
        >
          <DeskMenu {...menu} />
        </aside>
      ) : (
        <MenuPanel open={panel_open} onOpenChange={setPanelOpen}>
          <DeskMenu {...menu} onNavigate={() => setPanelOpen(false)} />
        </MenuPanel>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <div ref={headHeight} className="print:hidden">
          {!wide && <TopBar open={panel_open} onOpen={() => setPanelOpen(true)} />}
          <DeskStatus profile={profile} />
          <ImportLine elsewhere={open_path !== IMPORT_PATH} />
          <ExportLine />
        </div>
        {live}
        <main id="content" tabIndex={-1} className="flex w-full min-w-0 flex-1 flex-col gap-4 p-4">
          <PrintHead profile={profile} />
          <LoadFailure key={open_path}>
            <Suspense fallback={<Loading text={t`Loading...`} shapes={['h-40']} />}>
              {profile.must_change_password ? passwordFirst : children}
            </Suspense>
          </LoadFailure>
        </main>
        <ToastPlace level="shell" />
        <LowerLine />
      </div>
      {everywhere.dialog}
    </div>
  );
}

function TopBar({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  return (
    <header className="flex items-center gap-3 border-line border-b bg-surface px-2 py-1 pt-[env(safe-area-inset-top)]">
      <Button
        variant="quiet"
        className="min-h-12 shrink-0 px-2.5 font-medium"
        aria-expanded={open}
        onClick={onOpen}
      >
        <Menu size={20} />
        {t`Menu`}
      </Button>
      <h1 className="min-w-0 truncate font-semibold">{t`Shop desk`}</h1>
    </header>
  );
}
