import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import type { DeskPath } from '../shell/desk-places.ts';

/** A titled group of figures. */
export function FigureGroup({
  title,
  amounts = false,
  children,
}: {
  title: string;
  /** True for amounts, which need more space than counts. */
  amounts?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-semibold text-section">
        {title}
      </h3>
      <ul
        className={classNames(
          'grid gap-2',
          amounts
            ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))]'
            : 'grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))]',
        )}
      >
        {children}
      </ul>
    </section>
  );
}

type Props = {
  name: string;
  to: DeskPath | `/desk?${string}`;
  /** True if it needs attention; marked not only by colour. */
  wrong?: boolean;
  children: ReactNode;
};

/** A figure that links to the list it counts. */
export function Figure({ name, to, wrong = false, children }: Props) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full min-h-18 flex-col justify-between gap-1 rounded-card border border-line bg-surface px-3 py-2 hover:bg-sunken"
      >
        <span className="flex items-center gap-1.5 text-muted text-sm">
          {wrong && <CircleAlert size={14} className="shrink-0 text-danger" />}
          {name}
          {wrong && <span className="sr-only">{t`needs attention`}</span>}
        </span>
        <span className={classNames('amount text-xl', wrong ? 'font-semibold text-danger' : 'font-semibold')}>
          {children}
        </span>
      </Link>
    </li>
  );
}
