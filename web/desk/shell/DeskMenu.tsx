import { t } from '@lingui/core/macro';
import { Keyboard, LayoutDashboard, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { mayAccess } from '../../../contract/rules/roles.ts';
import { PROFILE_PATH } from '../../components/dashboard-paths.ts';
import { translateDescriptor } from '../../messages/i18n.ts';
import { roleText } from '../../messages/order-messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { Mark } from '../../ui/Mark.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { KeyHint } from '../actions/KeyHint.tsx';
import type { GlobalActions } from '../actions/use-global-actions.tsx';
import { DeskSignOut } from './DeskSignOut.tsx';
import type { DeskPath, DeskPlace } from './desk-places.ts';

type Props = {
  profile: Profile;
  places: readonly DeskPlace[];
  open_path: DeskPath;
  everywhere: GlobalActions;
  /** Set in the overlay panel, where choosing an item closes it. */
  onNavigate?: () => void;
};

const ROW =
  'flex min-h-9 items-center gap-2.5 rounded-card px-2.5 text-sm pointer-coarse:min-h-12 max-lg:min-h-12';

/** The places of the desk with their keys, the dashboard and the sign-out. */
export function DeskMenu({ profile, places, open_path, everywhere, onNavigate }: Props) {
  const own = places.filter(({ menu, access }) => menu && !menu.under && mayAccess(access, profile.role));
  // The panel has a history entry of its own, which the new page replaces.
  const linkProps = { replace: onNavigate !== undefined, ...(onNavigate && { onClick: onNavigate }) };
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto p-2.5">
      <div className="flex items-center gap-2.5 px-1.5 pt-1">
        <Mark size={28} />
        <Heading in_panel={onNavigate !== undefined}>{t`Shop desk`}</Heading>
      </div>
      <ActionButton
        action={everywhere.palette}
        icon={Search}
        variant="secondary"
        className="w-full justify-start max-lg:hidden"
      />
      <nav aria-label={t`Desk`} className="flex-1">
        <ul className="flex flex-col gap-px">
          {own.map(({ path, title, menu }) => {
            const current = path === open_path || path === parentOf(open_path, places);
            const Icon = menu?.icon;
            return (
              <li key={path}>
                <Link
                  to={path}
                  {...linkProps}
                  aria-current={current ? 'page' : undefined}
                  className={classNames(
                    ROW,
                    current ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-sunken',
                  )}
                >
                  {Icon && <Icon size={18} className="shrink-0" />}
                  <span className="min-w-0 flex-1 truncate">{translateDescriptor(title)}</span>
                  {menu && <KeyHint keys={`g ${menu.key}`} />}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="flex flex-col gap-px border-line border-t pt-2">
        <p className="px-2.5 pb-1 text-sm leading-snug">
          <bdi className="wrap-anywhere font-medium">{profile.full_name}</bdi>
          <br />
          <span className="text-muted">
            <bdi>{roleText(profile.role)}</bdi>
          </span>
        </p>
        <ActionButton action={everywhere.help} icon={Keyboard} className="justify-start max-lg:hidden" />
        <Link to={PROFILE_PATH} {...linkProps} className={classNames(ROW, 'hover:bg-sunken')}>
          <LayoutDashboard size={18} className="shrink-0" />
          {t`Driver Dashboard`}
        </Link>
        <DeskSignOut />
      </div>
    </div>
  );
}

function parentOf(open_path: DeskPath, places: readonly DeskPlace[]): DeskPath | undefined {
  return places.find(({ path }) => path === open_path)?.menu?.under;
}

/** A page has one first-level heading: with the panel open, it is in the bar behind. */
function Heading({ in_panel, children }: { in_panel: boolean; children: ReactNode }) {
  const Tag = in_panel ? 'p' : 'h1';
  return <Tag className="font-semibold">{children}</Tag>;
}
