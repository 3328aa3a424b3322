import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  neutral: 'border-line bg-sunken text-ink',
  warn: 'border-transparent bg-warn-soft text-warn',
  done: 'border-transparent bg-done-soft text-done',
  accent: 'border-transparent bg-accent-soft text-accent',
  accent_outline: 'border-accent bg-transparent text-accent',
  danger: 'border-transparent bg-danger-soft text-danger',
} as const;

export type BadgeTone = keyof typeof TONES;

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      data-tone={tone}
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 font-medium text-sm',
        TONES[tone],
      )}
    >
      <span className="truncate" dir="auto">
        {children}
      </span>
    </span>
  );
}
