import { plural, t } from '@lingui/core/macro';
import type { DeliveryHours as Answer } from '../../../contract/operations/screens/read-delivery-hours.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Money } from '../../components/Money.tsx';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { columnTitle } from '../../messages/column-title.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatCount } from '../figures/format-count.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import type { Open } from '../reports/report-links.ts';
import { ChartFrame, NothingToDraw } from './ChartFrame.tsx';
import { ChartTable } from './ChartTable.tsx';
import { useRovingFocus } from './use-arrows.ts';

type Hour = Answer['hours'][number];

const COLUMNS = [
  'deliveries',
  'late_deliveries',
  'cash_fils',
  'card_machine_fils',
  'collected_fils',
] as const;

/** The report's deliveries by the hour of delivery. */
export function DeliveryHours({ open: { days, filters } }: { open: Open }) {
  const read = useDeskRead('read_delivery_hours', { ...days, ...filters });
  return (
    <ReadFrame
      read={read}
      failed={t`The chart could not be loaded`}
      loading={<Skeleton className="h-60 shrink-0" />}
    >
      {({ hours }) =>
        hours.some(({ deliveries }) => deliveries > 0) ? <Hours hours={hours} /> : <NothingToDraw />
      }
    </ReadFrame>
  );
}

const BARS = {
  gridTemplateColumns: 'repeat(24, minmax(0, 1fr))',
  columnGap: 'clamp(1px, 0.3vw, 4px)',
  printColorAdjust: 'exact',
} as const;

function Hours({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(...hours.map(({ deliveries }) => deliveries));
  const busiest = hours.findIndex(({ deliveries }) => deliveries === most);
  const { current, setChosen, onKeyDown, partAt } = useRovingFocus(hours.length, { first: busiest });
  const shown = hours[current];
  return (
    <ChartFrame
      title={t`Deliveries by hour of the day`}
      beside={<span className="font-normal text-muted">{t`all days of the period combined`}</span>}
      keys={t`Arrow keys move between hours. The same figures are in the table below.`}
    >
      <p aria-hidden="true" className="amount text-muted print:hidden">
        {shown && hourFigures(shown)}
      </p>
      <ol onKeyDown={onKeyDown} className="grid shrink-0" style={BARS}>
        {hours.map((hour, at) => (
          <li
            key={hour.hour}
            {...partAt(at)}
            onPointerEnter={() => setChosen(at)}
            className="flex min-w-0 flex-col"
          >
            <span className="sr-only">{hourFigures(hour)}</span>
            <span aria-hidden="true" className="amount text-center text-muted text-xs max-sm:hidden">
              {hour.deliveries > 0 ? formatCount(hour.deliveries) : '\u00a0'}
            </span>
            <svg aria-hidden="true" width="100%" height="96" viewBox="0 0 1 1" preserveAspectRatio="none">
              <rect
                y={1 - hour.deliveries / most}
                width="1"
                height={hour.deliveries / most}
                fill="var(--color-accent)"
              />
              <line
                y1="1"
                y2="1"
                x2="1"
                stroke="var(--color-field)"
                strokeWidth="2"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <span
              aria-hidden="true"
              className={classNames(
                'amount pt-1 text-center text-muted text-xs',
                at % 3 > 0 && 'max-sm:hidden',
              )}
            >
              {hour.hour}
            </span>
          </li>
        ))}
      </ol>
      <HoursTable hours={hours.filter(({ deliveries }) => deliveries > 0)} />
    </ChartFrame>
  );
}

function HoursTable({ hours }: { hours: readonly Hour[] }) {
  const shownOf = (id: (typeof COLUMNS)[number], figure: number) =>
    id.endsWith('_fils') ? <Money amount_fils={figure} /> : formatCount(figure);
  return (
    <ChartTable<Hour>
      label={t`Deliveries by hour of the day`}
      first={{ id: 'hour', title: t`Hour`, cell: hourText }}
      columns={COLUMNS.map((id) => ({
        id,
        title: columnTitle('days', id),
        cell: (hour) => shownOf(id, hour[id]),
      }))}
      rows={hours}
      keyOf={({ hour }) => String(hour)}
      foot={{
        title: t`Total`,
        cell: (id) => {
          const column = COLUMNS.find((one) => one === id);
          return (
            column &&
            shownOf(
              column,
              hours.reduce((sum, hour) => sum + hour[column], 0),
            )
          );
        },
      }}
    />
  );
}

/** Formats an hour: `14:00 to 15:00`. */
function hourText({ hour }: Hour): string {
  const at = (of: number) => `${String(of).padStart(2, '0')}:00`;
  return t`${at(hour)} to ${at(hour + 1)}`;
}

function hourFigures(hour: Hour): string {
  const { deliveries, collected_fils } = hour;
  const counted = plural(deliveries, { one: '# delivery', other: '# deliveries' });
  const collected = formatMoney(collected_fils);
  return t`${hourText(hour)}: ${counted}, ${collected} collected`;
}
