import type { ReactNode } from 'react';

/** A visual label for an icon on hover and focus; the control inside has its own accessible name. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="group relative">
      {children}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-full z-30 ms-2 -translate-y-1/2 whitespace-nowrap rounded-card bg-ink px-2.5 py-1 text-canvas text-sm opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100"
      >
        {text}
      </span>
    </div>
  );
}
