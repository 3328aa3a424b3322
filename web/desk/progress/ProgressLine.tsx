import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

type Props = {
  /** The name of its region. */
  label: string;
  icon: LucideIcon;
  /** Null hides the line. */
  message: string | null;
  /** The message for screen readers, which changes less often. */
  spoken: string | null;
  is_warning: boolean;
  /** The controls behind the message. */
  children: ReactNode;
};

/** The progress or outcome of an import or export, above every page of the desk. It covers nothing. */
export function ProgressLine({ label, icon: Icon, message, spoken, is_warning, children }: Props) {
  // Screen readers announce what changes in an existing line, not what is added with it.
  const [is_there, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <>
      <p role="status" className="sr-only">
        {is_there && spoken}
      </p>
      {message !== null && (
        <section
          aria-label={label}
          className={classNames(
            'flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b px-4 text-sm',
            is_warning ? 'bg-warn-soft text-warn' : 'bg-surface',
          )}
        >
          <p aria-hidden="true" className="flex min-w-0 items-center gap-2 py-1">
            <Icon size={18} className="shrink-0" />
            <bdi className="wrap-anywhere tabular-nums">{message}</bdi>
          </p>
          {children}
        </section>
      )}
    </>
  );
}
