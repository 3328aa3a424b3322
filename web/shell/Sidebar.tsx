import { t } from '@lingui/core/macro';
import { Store } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { DESK_ROLES, mayAccess } from '../../contract/rules/roles.ts';
import { translateDescriptor } from '../messages/i18n.ts';
import { roleText } from '../messages/order-messages.ts';
import { PRODUCT_NAME } from '../product-name.ts';
import { classNames } from '../ui/class-names.ts';
import { Mark } from '../ui/Mark.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { type Area, menuFor } from './areas.ts';
import { SignOutButton } from './SignOutButton.tsx';

type Props = {
  full_name: string;
  role: string | null;
  /** All screens of the dashboard; each defines in which menus it is listed. */
  areas: readonly Area[];
  /** Shows icons only, 3rem wide; the labels remain for screen readers. */
  collapsed?: boolean;
  /** Called when an item is chosen in the panel over the page, to close it. */
  onNavigate?: () => void;
};

/** The content of the sidebar on desktops and of the menu panel on phones. */
export function Sidebar({ full_name, role, areas, collapsed = false, onNavigate }: Props) {
  const label_class = collapsed ? 'sr-only' : 'min-w-0';
  return (
    <div className={classNames('flex h-full min-h-0 flex-col gap-4', collapsed ? 'px-0.5 py-3' : 'p-3')}>
      <div className={classNames('flex items-center gap-3', collapsed ? 'justify-center' : 'px-2')}>
        <Mark size={collapsed ? 28 : 36} />
        <div className={label_class}>
          <p className="font-semibold text-section leading-tight">{PRODUCT_NAME}</p>
          <p className="text-muted text-sm">{t`Driver Management`}</p>
        </div>
      </div>
      {/* While collapsed, nothing may clip the tooltips next to the icons. */}
      <nav
        aria-label={t`Navigation`}
        className={classNames('flex-1', !collapsed && 'min-h-0 overflow-y-auto')}
      >
        <p className={classNames('px-3 pb-1 text-muted text-sm', collapsed && 'sr-only')} aria-hidden="true">
          {t`Navigation`}
        </p>
        <ul className="flex flex-col gap-0.5">
          {menuFor(areas, role).map((area) => (
            <li key={area.path}>
              <MenuLink area={area} collapsed={collapsed} {...(onNavigate ? { onNavigate } : {})} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-2 border-line border-t pt-3">
        <div className={classNames(label_class, !collapsed && 'px-3')}>
          <p className="wrap-anywhere font-medium">
            <bdi>{full_name}</bdi>
          </p>
          <p className="text-muted text-sm">
            <bdi>{roleText(role)}</bdi>
          </p>
        </div>
        {mayAccess(DESK_ROLES, role) && <DeskLink collapsed={collapsed} />}
        <SignOutButton collapsed={collapsed} />
      </div>
    </div>
  );
}

/** Link to the desk, for the permitted roles. */
function DeskLink({ collapsed }: { collapsed: boolean }) {
  const link = (
    <Link
      to="/desk"
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-card font-medium hover:bg-sunken',
        collapsed ? 'justify-center' : 'px-3',
      )}
    >
      <Store size={20} className="shrink-0" />
      <span className={collapsed ? 'sr-only' : 'min-w-0'}>{t`Shop desk`}</span>
    </Link>
  );
  return collapsed ? <Tooltip text={t`Shop desk`}>{link}</Tooltip> : link;
}

type LinkProps = { area: Area; collapsed: boolean; onNavigate?: () => void };

function MenuLink({ area, collapsed, onNavigate }: LinkProps) {
  const current = useLocation()[0] === area.path;
  const Icon = area.menu?.icon;
  const title = translateDescriptor(area.title);
  const link = (
    <Link
      to={area.path}
      // The open panel has a history entry, which the new page replaces.
      replace={onNavigate !== undefined}
      onClick={(event) => {
        if (current && onNavigate) event.preventDefault();
        onNavigate?.();
      }}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-card transition-colors',
        collapsed ? 'justify-center' : 'px-3',
        current ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-sunken',
      )}
    >
      {Icon && <Icon size={20} className="shrink-0" />}
      <span className={collapsed ? 'sr-only' : 'min-w-0'}>{title}</span>
    </Link>
  );
  return collapsed ? <Tooltip text={title}>{link}</Tooltip> : link;
}
