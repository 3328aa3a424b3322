import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Link } from 'wouter';
import type {
  HeldOverTime as Answer,
  ChartStep,
} from '../../../contract/operations/screens/read-held-over-time.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Money } from '../../components/Money.tsx';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDay } from '../figures/format-day.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { cellPath, type Open } from '../reports/report-links.ts';
import { Truncated } from '../table/Truncated.tsx';
import { ChartFrame, NothingToDraw } from './ChartFrame.tsx';
import { HeldTables } from './HeldTables.tsx';
import { depthOf, lineOf, pointAt, type Scale, scaleOf } from './held-lines.ts';
import { isBrowserShortcut, useRovingFocus, VERTICAL_STEPS } from './use-arrows.ts';

type Holder = Answer['holders'][number];

/** The cash of each holder at the end of each step of the period. */
export function HeldOverTime({ open }: { open: Open }) {
  const { days, filters } = open;
  const read = useDeskRead('read_held_over_time', { ...days, ...filters });
  return (
    <ReadFrame
      read={read}
      failed={t`The chart could not be loaded`}
      loading={<Skeleton className="h-60 shrink-0" />}
    >
      {(held) => (held.holders.length > 0 ? <Lines open={open} held={held} /> : <NothingToDraw />)}
    </ReadFrame>
  );
}

/** A line for each holder next to their name, all on one scale; this stays readable with many holders. */
function Lines({ open, held: { days, holders, step } }: { open: Open; held: Answer }) {
  const { current, onKeyDown, partAt } = useRovingFocus(holders.length, { steps: VERTICAL_STEPS });
  const [chosen, setPoint] = useState<number | null>(null);
  const [announced, announce] = useState('');
  const last = days.length - 1;
  const point = Math.min(chosen ?? last, last);
  const scale = scaleOf(holders.flatMap(({ closing_fils }) => closing_fils));

  function onKey(event: KeyboardEvent<HTMLElement>): void {
    if (isBrowserShortcut(event)) return;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const [next, holder] = [point + (way ?? 0), holders[current]];
    if (way === undefined) onKeyDown(event);
    else {
      event.preventDefault();
      if (!holder || next < 0 || next > last) return;
      setPoint(next);
      announce(heldText(holder, days, next));
    }
  }

  return (
    <ChartFrame
      title={t`Cash by holder over time`}
      beside={<span className="font-normal text-muted">{stepText(step)}</span>}
      keys={t`Up and down arrows move between people, left and right between days. The same figures are in the table below.`}
    >
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ol onKeyDown={onKey} className="flex flex-col gap-1">
        {holders.map((holder, at) => (
          <li key={holder.user_id} className={ROW} style={COLUMNS}>
            <Truncated text={holder.full_name} />
            <Line amounts={holder.closing_fils} scale={scale} point={point} onPoint={setPoint} />
            <span className="text-end">
              <Link
                {...partAt(at)}
                to={pathOf(open, holder, days, point)}
                aria-label={heldText(holder, days, point)}
                className="inline-flex items-center whitespace-nowrap text-accent hover:underline pointer-coarse:min-h-12"
              >
                <Money amount_fils={holder.closing_fils[point] ?? 0} />
              </Link>
            </span>
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className={classNames(ROW, 'text-muted text-xs')} style={COLUMNS}>
        <span />
        <span className="flex justify-between gap-2">
          <span>{formatDay(days[0] ?? '')}</span>
          <span>{formatDay(days[last] ?? '')}</span>
        </span>
        <span className="text-end">{formatDay(days[point] ?? '')}</span>
      </div>
      <HeldTables days={days} holders={holders} />
    </ChartFrame>
  );
}

const ROW = 'grid items-center gap-2';
/** An inline style: classes would enlarge the style sheet, which is loaded with the first screen. */
const COLUMNS = {
  gridTemplateColumns: 'clamp(5.5rem, 14vw, 10rem) minmax(3rem, 1fr) clamp(7rem, 14vw, 10rem)',
};

type LineProps = {
  amounts: readonly number[];
  scale: Scale;
  point: number;
  onPoint: (point: number) => void;
};

function Line({ amounts, scale, point, onPoint }: LineProps) {
  // A single amount is drawn as a level line.
  const drawn = amounts.length === 1 ? [...amounts, ...amounts] : amounts;
  const width = drawn.length - 1;
  const thin = { vectorEffect: 'non-scaling-stroke' } as const;
  const zero = depthOf(0, scale);
  const line = lineOf(drawn, scale);
  const select = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    if (wide > 0) onPoint(pointAt((clientX - left) / wide, amounts.length));
  };
  return (
    // The box is a little higher than the line, whose stroke would be cut off at the edges.
    <svg
      aria-hidden="true"
      width="100%"
      height="32"
      viewBox={`0 -0.06 ${width} 1.12`}
      preserveAspectRatio="none"
      onPointerMove={select}
      onPointerDown={select}
      style={{ overflow: 'visible', printColorAdjust: 'exact' }}
    >
      <polygon points={`0,${zero} ${line} ${width},${zero}`} fill="var(--color-accent-soft)" />
      <line x2={width} y1={zero} y2={zero} stroke="var(--color-field)" {...thin} />
      <polyline points={line} fill="none" strokeWidth="1.5" stroke="var(--color-accent)" {...thin} />
      <line
        x1={point}
        x2={point}
        y2="1"
        strokeDasharray="2 2"
        stroke="var(--color-muted)"
        className="print:hidden"
        {...thin}
      />
    </svg>
  );
}

/** Returns the path of all the holder's movements until that day; together they make up the amount. */
function pathOf(open: Open, { user_id }: Holder, days: readonly string[], point: number): string {
  const until = { ...open, days: { ...open.days, to: days[point] ?? open.days.to } };
  return cellPath(until, { id: user_id, user_id }, 'closing_fils') ?? '';
}

function heldText({ full_name, closing_fils }: Holder, days: readonly string[], point: number): string {
  const [day, held] = [formatDay(days[point] ?? ''), formatMoney(closing_fils[point] ?? 0)];
  return t`${full_name}, ${day}: ${held}`;
}

function stepText(step: ChartStep): string {
  return {
    day: t`at the end of each day`,
    week: t`at the end of each week`,
    month: t`at the end of each month`,
    quarter: t`at the end of each quarter`,
  }[step];
}
