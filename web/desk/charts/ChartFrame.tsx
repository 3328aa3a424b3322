import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  /** Shown next to the title: the chart's scope and its legend. */
  beside?: ReactNode;
  /** Instructions for the keyboard, for screen readers. */
  keys: string;
  children: ReactNode;
};

/**
 * A chart with its title. On a wide screen its height is limited, which leaves room for the report below; on
 * a narrow one the page scrolls.
 */
export function ChartFrame({ title, beside, keys, children }: Props) {
  const id = useId();
  return (
    <figure
      aria-labelledby={id}
      className="flex min-w-0 shrink-0 flex-col gap-2 rounded-card border border-line bg-surface p-3 text-sm lg:max-h-[44dvh] lg:overflow-auto"
    >
      <figcaption id={id} className="flex flex-wrap items-center gap-x-4 font-medium">
        {title}
        {beside}
        <span className="sr-only">{keys}</span>
      </figcaption>
      {children}
    </figure>
  );
}

export function NothingToDraw() {
  return <p className="shrink-0 text-muted text-sm">{t`There is no data to draw.`}</p>;
}
