import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useLoadingMarker } from './usable.ts';

/** A grey placeholder for content that is loading. */
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
  /** The height of each placeholder, as a class. */
  shapes?: readonly string[];
  /** The classes that lay out the placeholders. */
  className?: string;
  children?: ReactNode;
};

/** Placeholders for the expected content, with a text that names what is loading. */
export function Loading({ text, shapes, className = 'flex flex-col gap-4', children }: LoadingProps) {
  useLoadingMarker();
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
