import { t } from '@lingui/core/macro';
import { Link, useLocation } from 'wouter';
import { translateDescriptor } from '../messages/i18n.ts';
import { classNames } from '../ui/class-names.ts';
import { useKeyboardUp } from '../ui/keyboard.ts';
import { publishHeight } from '../ui/publish-height.ts';
import { type Area, barFor } from './areas.ts';

/** Publishes the bar's height as a CSS variable, for sticky elements above it. */
const height = publishHeight('--bottom-bar');

/**
 * The most used screens of a role, at the bottom of the page on phones. The full menu remains behind its
 * button. The bar is hidden while the keyboard is open. Labels grow with the user's text size as far as the
 * longest one fits.
 */
export function BottomBar({ areas, role }: { areas: readonly Area[]; role: string | null }) {
  const items = barFor(areas, role);
  const [pathname] = useLocation();
  const keyboard_up = useKeyboardUp();
  if (items.length === 0 || keyboard_up) return null;
  return (
    <nav
      ref={height}
      aria-label={t`Main pages`}
      className="sticky bottom-0 z-20 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <ul className="flex items-stretch">
        {items.map(({ path, title, menu }) => {
          const current = pathname === path;
          const Icon = menu?.icon;
          return (
            <li key={path} className="@container min-w-0 flex-1">
              <Link
                to={path}
                aria-current={current ? 'page' : undefined}
                className={classNames(
                  'flex h-full min-h-[56px] flex-col items-center gap-[2px] px-[2px] pt-[6px] pb-[4px] text-center leading-[1.2]',
                  'low:landscape:min-h-[48px] low:landscape:flex-row low:landscape:justify-center low:landscape:py-[2px]',
                  current ? 'font-semibold text-accent' : 'font-medium text-muted',
                )}
              >
                {Icon && (
                  <span
                    className={classNames(
                      'rounded-full px-[14px] py-[2px] low:landscape:px-[6px]',
                      current && 'bg-accent-soft',
                    )}
                  >
                    <Icon size={20} />
                  </span>
                )}
                <span className="max-w-full text-[min(0.75rem,17cqi)]">{translateDescriptor(title)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
