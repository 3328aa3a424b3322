import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { dayOf, formatDateTime, formatTime } from '../../../contract/rules/dates/dates.ts';
import { Money } from '../../components/Money.tsx';
import { tenderText } from '../../messages/order-messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { deskOrderPath } from '../shell/desk-places.ts';
import { AndMore } from './AndMore.tsx';

const ORDER = { maxWidth: '8rem' };

type Delivery = DriverDay['deliveries'][number];
type Props = {
  of: DriverDay;
  /** Null: all that the response lists. */
  listed_max: number | null;
};

/** The deliveries of the day in order of delivery, in two columns if there is room. */
export function DayDeliveries({ of, listed_max }: Props) {
  const { deliveries, delivered } = of;
  const { count, amount_fils } = delivered.all;
  if (count === 0) return <p className="text-muted">{t`No deliveries were recorded.`}</p>;
  const listed = deliveries.slice(0, listed_max ?? undefined);
  const half = Math.ceil(listed.length / 2);
  const listed_fils = listed.reduce((sum, { collected_fils }) => sum + collected_fils, 0);
  return (
    <section aria-label={t`Deliveries`}>
      <div className={classNames('day-halves', 'grid items-start gap-x-6 lg:grid-cols-2')}>
        {[listed.slice(0, half), listed.slice(half)].map(
          (rows) => rows.length > 0 && <Half key={rows[0]?.id} of={of} rows={rows} />,
        )}
      </div>
      <AndMore count={count - listed.length} amount_fils={amount_fils - listed_fils} />
    </section>
  );
}

function paidByText({ tender, pending_fils, owed_fils }: Delivery): string {
  if (tender !== null) return tenderText(tender);
  if (pending_fils > 0) return t`Link or transfer`;
  return owed_fils > 0 ? t`Nothing collected` : t`Paid already`;
}

function Half({ of: { day, time_zone }, rows }: { of: DriverDay; rows: readonly Delivery[] }) {
  const doorOf = ({ delivered_at }: Delivery) =>
    dayOf(delivered_at, time_zone) === day
      ? formatTime(delivered_at, time_zone)
      : formatDateTime(delivered_at, time_zone);
  return (
    // No tabindex is needed: the focus on its links scrolls the table on a narrow screen.
    <div className="min-w-0 overflow-x-auto print:overflow-visible">
      <table className="w-full">
        <thead>
          <tr className="text-muted">
            <th className="text-start font-normal">{t`Order`}</th>
            <th className="text-start font-normal">{t`Delivered at`}</th>
            <th className="text-start font-normal">{t`Paid by`}</th>
            <th className="text-end font-normal">{t`Amount`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id} className="border-line border-t">
              <td className="truncate pe-2" style={ORDER} title={one.order_number}>
                <Link
                  to={deskOrderPath(one.order_id)}
                  className="inline-flex min-h-7 items-center text-accent hover:underline"
                >
                  <bdi>{one.order_number}</bdi>
                </Link>
              </td>
              <td className="amount whitespace-nowrap pe-2">
                {doorOf(one)}
                {one.late && <span className="text-warn"> {t`late`}</span>}
              </td>
              <td className="whitespace-nowrap pe-2">
                {paidByText(one)}
                {one.partial && <span className="text-muted"> {t`part of the goods`}</span>}
                {one.owed_fils > 0 && (
                  <span className="text-warn"> {t`${formatMoney(one.owed_fils)} owed`}</span>
                )}
              </td>
              <td className="whitespace-nowrap text-end">
                <Money amount_fils={one.collected_fils} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
