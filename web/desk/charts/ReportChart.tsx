import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isCalendarDay } from '../../../contract/rules/report-period.ts';
import type { ReportName } from '../../../contract/rules/reports.ts';
import type { ReportRow } from '../../../contract/schemas/reports.ts';
import { Money } from '../../components/Money.tsx';
import { countWords } from '../figures/count-words.ts';
import { dayWords } from '../figures/day-words.ts';
import { columnTitle, reportTitle } from '../reports/report-words.ts';
import { Cut } from '../table/Cut.tsx';
import { type Bar, type Bars, barsOf } from './report-bars.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

/** The rows of a report as bars, told by their words too; the report's own table stands below. */
export function ReportChart({
  report,
  rows,
  all,
}: {
  report: ReportName;
  rows: readonly ReportRow[];
  /** How many rows the report has. */
  all: number;
}) {
  const id = useId();
  const bars = barsOf(report, rows);
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState(0);
  if (!bars) return <p className="shrink-0 text-muted text-sm">{t`There is nothing to draw.`}</p>;
  const current = Math.min(chosen, bars.bars.length - 1);

  function onKeyDown(event: KeyboardEvent): void {
    const ends: Record<string, number> = { Home: 0, End: (bars?.bars.length ?? 1) - 1 };
    const step = STEPS[event.key];
    const next = ends[event.key] ?? (step === undefined ? undefined : current + step);
    const item = next === undefined ? null : list.current?.children[next];
    if (next === undefined || !(item instanceof HTMLElement)) return;
    event.preventDefault();
    setChosen(next);
    item.focus();
  }

  return (
    <figure
      aria-labelledby={id}
      className="flex max-h-40 min-h-0 shrink-0 flex-col gap-2 overflow-auto rounded-card lg:max-h-72 border border-line bg-surface p-3 text-sm"
    >
      <figcaption id={id} className="flex flex-wrap items-center gap-x-4 font-medium">
        {reportTitle(report)}
        {rows.length < all && (
          <span className="font-normal text-muted">{t`The first ${countWords(rows.length)} of ${countWords(all)} rows`}</span>
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
        <span className="sr-only">{t`Arrow keys go from bar to bar. The same figures are in the table below.`}</span>
      </figcaption>
      <ol ref={list} onKeyDown={onKeyDown} className="flex flex-col gap-1">
        {bars.bars.map((bar, at) => (
          <li
            key={bar.id}
            tabIndex={at === current ? 0 : -1}
            onFocus={() => setChosen(at)}
            className="grid grid-cols-[6rem_minmax(4rem,1fr)_7rem] items-center gap-2 sm:grid-cols-[10rem_minmax(4rem,1fr)_14rem]"
          >
            <Cut text={isCalendarDay(bar.label) ? dayWords(bar.label) : bar.label} />
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
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Told apart by more than their colours, on paper too. */
function drawn(at: number, pattern_id: string) {
  const shape = 'stroke-accent [print-color-adjust:exact]';
  return at === 0 ? { className: `${shape} fill-accent` } : { className: shape, fill: `url(#${pattern_id})` };
}

function Pattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line y2="5" strokeWidth="3" className="stroke-accent" />
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
      <line x1={share(bars.zero)} x2={share(bars.zero)} y1="0" y2="14" className="stroke-muted" />
    </svg>
  );
}
