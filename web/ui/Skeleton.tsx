import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useSaysLoading } from './usable.ts';

/** A grey shape where something will be. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('max-w-full animate-pulse rounded-card bg-line', className)}
    />
  );
}

type LoadingProps = {
  text: string;
  /** What comes: the height of each part, as a class. */
  shapes?: readonly string[];
  /** How the parts are laid out. */
  className?: string;
  children?: ReactNode;
};

/** The shape of what comes, with the words that say what is being waited for. */
export function Loading({ text, shapes, className = 'flex flex-col gap-4', children }: LoadingProps) {
  useSaysLoading();
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-muted">
        {text}
      </p>
      {shapes && (
        <div className={className}>
          {Object.entries(shapes).map(([at, shape]) => (
            <Skeleton key={at} className={shape} />
          ))}
        </div>
      )}
      {children}
    </div>
  );
}
