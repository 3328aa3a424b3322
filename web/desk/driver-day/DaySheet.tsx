import { plural, t } from '@lingui/core/macro';
import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';
import { Money } from '../../components/Money.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { formatDay } from '../figures/format-day.ts';
import { usePrinting } from '../print/use-printing.ts';
import { DayCash } from './DayCash.tsx';
import { DayDeliveries } from './DayDeliveries.tsx';
import { DayHandovers, DayOthers } from './DayMovements.tsx';
import sheet_css from './day-sheet.css?url';
import { statementRows } from './statement-rows.ts';

/** The statement of a driver's day: on screen in full, in print with as many rows as fit on one page. */
export function DaySheet({ of }: { of: DriverDay }) {
  const room = usePrinting() ? statementRows(of) : null;
  const { driver_name, shop_name, day, time_zone } = of;
  return (
    <div
      className={classNames(
        'day-sheet',
        'flex flex-col gap-4 rounded-card border border-line bg-surface p-4 text-sm',
      )}
    >
      <link rel="stylesheet" media="print" href={sheet_css} />
      <Facts className="md:grid-cols-2">
        <Fact name={t`Shop`}>
          <bdi>{shop_name}</bdi>
        </Fact>
        <Fact name={t`Driver`}>
          <bdi className="font-semibold">{driver_name}</bdi>
        </Fact>
        <Fact name={t`Day`}>{t`${formatDay(day)} (${time_zone})`}</Fact>
      </Facts>
      <DayCash of={of} />
      <DayHandovers of={of} listed_max={room?.handovers ?? null} />
      <DayOthers of={of} listed_max={room?.others ?? null} />
      <DayDeliveries of={of} listed_max={room?.deliveries ?? null} />
      <Notes of={of} />
      <div className={classNames('day-signed', 'hidden print:block')}>
        <Signature name={t`Driver`} />
        <Signature name={t`Admin`} />
      </div>
    </div>
  );
}

/** Explains why the day's recorded deliveries differ from those delivered on that day. */
function Notes({ of: { from_before, recorded_later } }: { of: DriverDay }) {
  const later = <Money amount_fils={recorded_later.amount_fils} />;
  return (
    <div className="text-muted">
      <p>{t`Every record counts on the day on which it was recorded.`}</p>
      {from_before.count > 0 && (
        <p>
          {t`${plural(from_before.count, {
            one: '# of the deliveries was made on an earlier day.',
            other: '# of the deliveries were made on an earlier day.',
          })}`}
        </p>
      )}
      {recorded_later.count > 0 && (
        <p>
          {t`${plural(recorded_later.count, {
            one: '# more delivery was made on this day and recorded later:',
            other: '# more deliveries were made on this day and recorded later:',
          })}`}{' '}
          {later}
        </p>
      )}
    </div>
  );
}

function Signature({ name }: { name: string }) {
  return (
    <p>
      <span>{t`${name}: name and signature`}</span>
      <span>{t`Date`}</span>
    </p>
  );
}
