import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A list of named facts, each with its name above it. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames('grid gap-x-6 gap-y-4', className)}>{children}</dl>;
}

type FactProps = { name: string; children: ReactNode; className?: string };

export function Fact({ name, children, className }: FactProps) {
  return (
    <div className={classNames('min-w-0', className)}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A user's notes with their line breaks; renders nothing if there are none. */
export function NotesFact({ text, className }: { text: string | null; className: string }) {
  if (!text) return null;
  return (
    <Fact name={t`Notes`} className={className}>
      <p dir="auto" className="whitespace-pre-line">
        {text}
      </p>
    </Fact>
  );
}
