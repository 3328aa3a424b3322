import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { isCalendarDay } from '../../../contract/rules/reports/report-period.ts';
import { Money } from '../../components/Money.tsx';
import { columnTitle } from '../../messages/column-title.ts';
import { formatCount } from '../figures/format-count.ts';
import { formatDay } from '../figures/format-day.ts';
import { type Open, rowPath } from '../reports/report-links.ts';
import { reportTitle } from '../reports/report-messages.ts';
import { Truncated } from '../table/Truncated.tsx';
import { ChartFrame, NothingToDraw } from './ChartFrame.tsx';
import { type Bar, type Bars, barsOf } from './report-bars.ts';
import { useRovingFocus } from './use-arrows.ts';

type Props = { open: Open; rows: readonly ReportRow[]; all: number };

/** The rows of a report as bars with text. Each has its row's link; the report's own table is below. */
export function RowBars({ open, rows, all }: Props) {
  const { report } = open;
  const id = useId();
  const bars = barsOf(report, rows);
  const { onKeyDown, partAt } = useRovingFocus(bars?.bars.length ?? 0);
  if (!bars) return <NothingToDraw />;
  return (
    <ChartFrame
      title={reportTitle(report)}
      keys={t`Arrow keys move between bars. The same figures are in the table below.`}
      beside={
        <>
          {rows.length < all && (
            <span className="font-normal text-muted">{t`The first ${formatCount(rows.length)} of ${formatCount(all)} rows`}</span>
          )}
          {bars.part_ids.length > 1 &&
            bars.part_ids.map((part_id, at) => (
              <span key={part_id} className="inline-flex items-center gap-1.5 font-normal text-muted">
                <svg aria-hidden="true" width="14" height="10">
                  <Pattern id={`${id}-key-${at}`} />
                  <rect width="14" height="10" {...drawn(at, `${id}-key-${at}`)} />
                </svg>
                {columnTitle(report, part_id)}
              </span>
            ))}
        </>
      }
    >
      <ol onKeyDown={onKeyDown} className="flex flex-col gap-1">
        {bars.bars.map((bar, at) => (
          <li key={bar.id}>
            <BarLink path={pathOf(open, rows, bar)} {...partAt(at)}>
              <Truncated text={isCalendarDay(bar.label) ? formatDay(bar.label) : bar.label} />
              <Drawn bar={bar} bars={bars} id={`${id}-${at}`} />
              <span className="flex flex-wrap justify-end gap-x-3">
                {bar.parts
                  .filter(({ amount_fils }) => amount_fils !== 0)
                  .map(({ column_id, amount_fils }) => (
                    <span key={column_id} className="amount">
                      <span className="sr-only">{columnTitle(report, column_id)} </span>
                      <Money amount_fils={amount_fils} />
                    </span>
                  ))}
              </span>
            </BarLink>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

type BarLinkProps = { path: string | null; children: ReactNode } & ReturnType<
  ReturnType<typeof useRovingFocus>['partAt']
>;

const COLUMNS = {
  gridTemplateColumns: 'clamp(6rem, 14vw, 10rem) minmax(4rem, 1fr) clamp(7rem, 18vw, 14rem)',
};

function BarLink({ path, children, ...part }: BarLinkProps) {
  const layout = {
    className: 'grid items-center gap-2 pointer-coarse:min-h-12 hover:underline',
    style: COLUMNS,
  };
  if (path === null)
    return (
      <div {...part} {...layout}>
        {children}
      </div>
    );
  return (
    <Link to={path} {...part} {...layout}>
      {children}
    </Link>
  );
}

function pathOf(open: Open, rows: readonly ReportRow[], bar: Bar) {
  const row = rows.find(({ id }) => String(id) === bar.id);
  return row ? rowPath(open, row) : null;
}

/** Distinguishes the parts by a pattern as well as by colour, in print too. */
function drawn(at: number, pattern_id: string) {
  const fill = at === 0 ? 'var(--color-accent)' : `url(#${pattern_id})`;
  return { fill, stroke: 'var(--color-accent)', style: { printColorAdjust: 'exact' } } as const;
}

function Pattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line y2="5" strokeWidth="3" stroke="var(--color-accent)" />
    </pattern>
  );
}

function Drawn({ bar, bars, id }: { bar: Bar; bars: Bars; id: string }) {
  const share = (of: number) => `${of * 100}%`;
  return (
    <svg aria-hidden="true" width="100%" height="14" className="rtl:-scale-x-100">
      <Pattern id={id} />
      {bar.parts.map(({ column_id, from, length }, at) => (
        <rect key={column_id} x={share(from)} width={share(length)} y="1" height="12" {...drawn(at, id)} />
      ))}
      <line x1={share(bars.zero)} x2={share(bars.zero)} y1="0" y2="14" stroke="var(--color-muted)" />
    </svg>
  );
}
