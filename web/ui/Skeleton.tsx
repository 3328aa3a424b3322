import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A grey shape where something will be. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-card bg-line', className)} />;
}

/** The shape of what comes, with the words that say what is being waited for. */
export function Loading({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-muted">
        {text}
      </p>
      {children}
    </div>
  );
}
