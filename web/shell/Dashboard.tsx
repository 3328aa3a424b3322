import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { useOutboxToasts } from '../commands/notices/use-outbox-toasts.ts';
import { Button } from '../ui/Button.tsx';
import { removeStaleEntry } from '../ui/back-closes.ts';
import { classNames } from '../ui/class-names.ts';
import { Loading } from '../ui/Skeleton.tsx';
import { ToastPlace } from '../ui/ToastPlace.tsx';
import type { Area } from './areas.ts';
import { BottomBar } from './BottomBar.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SignedIn } from './SignedIn.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import { ConnectionLine, SessionEndLine } from './StatusLines.tsx';
import { useSidebar } from './sidebar-state.ts';

type Parts = {
  areas: readonly Area[];
  /** Replaces the content until the user has chosen a password of their own. */
  passwordFirst: ReactNode;
  /** Keeps the open screen's data up to date. */
  live: ReactNode;
  /** The open screen. */
  children: ReactNode;
};

/** The dashboard of the signed-in user. */
export function Dashboard(parts: Parts) {
  return (
    <SignedIn signOut={<SignOutButton collapsed={false} />}>
      {(profile) => <Shell profile={profile} {...parts} />}
    </SignedIn>
  );
}

function Shell({ profile, areas, passwordFirst, live, children }: Parts & { profile: Profile }) {
  const sidebar = useSidebar();
  const [pathname] = useLocation();
  useOutboxToasts();
  useEffect(removeStaleEntry, []);
  const user = { full_name: profile.full_name, role: profile.role, areas };
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50 focus:rounded-card focus:bg-surface focus:px-4 focus:py-3 focus:shadow-float"
      >
        {t`Skip to content`}
      </a>
      {sidebar.mobile ? (
        <MenuPanel open={sidebar.panel_open} onOpenChange={sidebar.setPanelOpen}>
          <Sidebar {...user} onNavigate={() => sidebar.setPanelOpen(false)} />
        </MenuPanel>
      ) : (
        <aside
          aria-label={t`Sidebar`}
          data-state={sidebar.open ? 'open' : 'collapsed'}
          className={classNames(
            'sticky top-0 z-30 h-dvh shrink-0 border-line border-e bg-surface transition-[width] duration-150',
            sidebar.open ? 'w-[min(16rem,40vw)]' : 'w-[3rem]',
          )}
        >
          <Sidebar {...user} collapsed={!sidebar.open} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="toast-header border-line border-b bg-surface pt-[env(safe-area-inset-top)]">
          <div className="header-line flex items-center gap-x-[12px] px-[8px] py-[6px] md:px-6 md:py-2 low:py-[2px]!">
            <Button
              variant="quiet"
              className="min-h-[44px] shrink-0 gap-x-[8px] px-[10px] py-[4px] font-medium"
              aria-expanded={sidebar.mobile ? sidebar.panel_open : sidebar.open}
              onClick={sidebar.toggle}
            >
              <Menu size={20} />
              {t`Menu`}
            </Button>
            <div className="header-words min-w-0 flex-1 leading-snug">
              <h1 className="font-semibold">{t`Driver Dashboard`}</h1>
              <p className="wrap-anywhere text-muted text-sm">
                <Trans>
                  Welcome back, <bdi>{profile.full_name}</bdi>
                </Trans>
              </p>
            </div>
            {!sidebar.mobile && <ToastPlace level="shell" edge="top" className="-my-1.5 -me-3 flex-1" />}
          </div>
        </header>
        <ConnectionLine time_zone={profile.shop.time_zone} />
        <SessionEndLine time_zone={profile.shop.time_zone} />
        {live}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1100px] flex-1 px-4 py-5 md:px-8 md:py-8 short:py-3! low:md:px-4"
        >
          <LoadFailure key={pathname}>
            <div className="flex flex-col gap-5 short:gap-3">
              <Suspense fallback={<Loading text={t`Loading...`} shapes={['h-40']} />}>
                {profile.must_change_password ? passwordFirst : children}
              </Suspense>
            </div>
          </LoadFailure>
        </main>
        {sidebar.mobile && (
          <>
            <ToastPlace level="shell" />
            <BottomBar areas={areas} role={profile.role} />
          </>
        )}
      </div>
    </div>
  );
}
