import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { mayAccess } from '../../contract/rules/roles.ts';
import type { Profile } from '../../contract/schemas/profile.ts';
import { PROFILE_PATH } from '../components/dashboard-paths.ts';
import { LoadFailure } from '../shell/LoadFailure.tsx';
import { SignedIn } from '../shell/SignedIn.tsx';
import { classNames } from '../ui/class-names.ts';
import { Mark } from '../ui/Mark.tsx';
import { Loading } from '../ui/Skeleton.tsx';
import { ToastPlace } from '../ui/ToastPlace.tsx';
import { say } from '../words/i18n.ts';
import type { DeskPlace } from './desk-places.ts';

type Parts = {
  places: readonly DeskPlace[];
  /** In place of the content while the password is one that somebody else has set. */
  passwordFirst: ReactNode;
  /** The open place. */
  children: ReactNode;
};

/** The desk of whoever is signed in. */
export function DeskShell(parts: Parts) {
  return <SignedIn>{(profile) => <Desk profile={profile} {...parts} />}</SignedIn>;
}

function Desk({ profile, places, passwordFirst, children }: Parts & { profile: Profile }) {
  const [pathname] = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 flex flex-wrap items-center gap-x-4 border-line border-b bg-surface px-4 py-1 pt-[env(safe-area-inset-top)]">
        <Mark size={28} />
        <h1 className="font-semibold">{t`Shop desk`}</h1>
        <DeskMenu places={places} role={profile.role} />
        <Link to={PROFILE_PATH} className="ms-auto inline-flex min-h-11 items-center text-muted text-sm">
          <bdi>{profile.full_name}</bdi>
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="flex w-full flex-1 flex-col gap-4 px-4 py-4">
        <LoadFailure key={pathname}>
          <Suspense fallback={<Loading text={t`Loading...`} shapes={['h-40']} />}>
            {profile.must_change_password ? passwordFirst : children}
          </Suspense>
        </LoadFailure>
      </main>
      <ToastPlace level="shell" />
    </div>
  );
}

function DeskMenu({ places, role }: { places: readonly DeskPlace[]; role: string | null }) {
  const [pathname] = useLocation();
  const own = places.filter(({ menu, access }) => menu !== null && mayAccess(access, role));
  return (
    <nav aria-label={t`Desk`} className="min-w-0 overflow-x-auto">
      <ul className="flex gap-1">
        {own.map(({ path, title, menu }) => {
          const current = pathname === path;
          const Icon = menu?.icon;
          return (
            <li key={path}>
              <Link
                to={path}
                aria-current={current ? 'page' : undefined}
                className={classNames(
                  'inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-card px-3',
                  current ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-sunken',
                )}
              >
                {Icon && <Icon size={18} />}
                {say(title)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
