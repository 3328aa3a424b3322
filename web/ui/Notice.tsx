import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  info: 'border-accent bg-accent-soft',
  warn: 'border-warn bg-warn-soft',
  danger: 'border-danger bg-danger-soft',
  done: 'border-done bg-done-soft',
} as const;

type Props = {
  tone: keyof typeof TONES;
  /** `alert`: announced immediately, whatever the tone. For messages that appear nowhere else. */
  role?: 'alert' | undefined;
  icon?: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

/** A message about this page, shown while it applies and announced when it appears. */
export function Notice({ tone, role, icon: Icon, title, children, action }: Props) {
  return (
    <div
      role={role ?? (tone === 'danger' ? 'alert' : 'status')}
      className={classNames('flex gap-3 rounded-card border p-4', TONES[tone])}
    >
      {Icon && <Icon size={20} className="mt-0.5 shrink-0" />}
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {children && <div>{children}</div>}
        {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
