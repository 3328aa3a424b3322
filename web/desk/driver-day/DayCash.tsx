import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';
import { Money } from '../../components/Money.tsx';
import { differenceText } from '../../messages/order-messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../figures/format-count.ts';
import { type ReportFilters, reportPath } from '../reports/report-address.ts';
import type { DeskPath } from '../shell/desk-places.ts';

type Line = {
  name: string;
  count?: number;
  amount: ReactNode;
  /** The list of the rows that the figure counts. */
  path?: DeskPath;
  strong?: true;
};

/** The driver's cash from the opening to the closing balance, and the day's deliveries by payment method. */
export function DayCash({ of }: { of: DriverDay }) {
  return (
    <div className={classNames('day-halves', 'grid gap-4 md:grid-cols-2')}>
      <Lines title={t`Cash`} lines={cashLines(of)} />
      <Lines title={t`Deliveries by payment method`} lines={deliveredLines(of)} />
    </div>
  );
}

function cashLines(of: DriverDay): Line[] {
  const { user_id, day, given, taken, paid_later, corrected, spent, handed_in, collected, other } = of;
  const moved = (filters: ReportFilters) =>
    reportPath({ report: 'movements', period: { from: day, to: day }, filters: { user_id, ...filters } });
  const line = (name: string, sum: DriverDay['given'], filters: ReportFilters): Line => ({
    name,
    count: sum.count,
    amount: <Money amount_fils={sum.amount_fils} />,
    ...(sum.count > 0 && { path: moved(filters) }),
  });
  const lineIfAny = (name: string, sum: DriverDay['given'], filters: ReportFilters) =>
    sum.count > 0 ? [line(name, sum, filters)] : [];
  return [
    { name: t`Opening`, amount: <Money amount_fils={of.opening_fils} /> },
    line(t`Given at start of day`, given, { reason: 'start_handover', flow: 'in' }),
    line(t`Cash from deliveries`, taken, { reason: 'delivery', flow: 'in' }),
    ...lineIfAny(t`Cash from later payments`, paid_later, { reason: 'order_payment', flow: 'in' }),
    ...lineIfAny(t`Corrections of deliveries`, corrected, { reason: 'correction' }),
    ...lineIfAny(t`Expenses`, spent, { reason: 'expense', flow: 'out' }),
    line(t`Handed in at end of day`, handed_in, { reason: 'end_handover', flow: 'out' }),
    line(t`Collected by managers`, collected, { reason: 'collection', flow: 'out' }),
    { name: t`Other movements`, count: other.count, amount: <Money amount_fils={other.amount_fils} /> },
    { name: t`Closing`, amount: <Money amount_fils={of.closing_fils} />, strong: true },
  ];
}

function deliveredLines({ user_id, day, delivered, difference_fils }: DriverDay): Line[] {
  const ends = reportPath({
    report: 'handovers',
    period: { from: day, to: day },
    filters: { user_id, handover_type: 'end' },
  });
  const line = (name: string, { count, amount_fils }: DriverDay['given']): Line => ({
    name,
    count,
    amount: <Money amount_fils={amount_fils} />,
  });
  const { cash, card_machine, pending, none, all } = delivered;
  return [
    line(t`Cash`, cash),
    line(t`Card machine`, card_machine),
    ...(pending.count > 0 ? [line(t`Link or transfer`, pending)] : []),
    line(t`Nothing collected`, none),
    { ...line(t`Total`, all), strong: true },
    {
      name: t`Difference at end of day`,
      amount: difference_fils === null ? '—' : differenceText(difference_fils),
      ...(difference_fils !== null && { path: ends }),
    },
  ];
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <table className={classNames('day-sums', 'w-full self-start')}>
      <caption className="pb-1 text-start font-semibold">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th>{t`Item`}</th>
          <th>{t`Count`}</th>
          <th>{t`Amount`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, count, amount, path, strong }) => (
          <tr key={name} className={classNames('border-line border-t', strong && 'font-semibold')}>
            <th scope="row" className={classNames('py-1 text-start', !strong && 'font-normal')}>
              {name}
            </th>
            <td className="amount px-2 text-end text-muted">
              {count === undefined ? null : formatCount(count)}
            </td>
            <td className="amount whitespace-nowrap text-end">
              {path ? (
                <Link to={path} className="text-accent hover:underline">
                  {amount}
                </Link>
              ) : (
                amount
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
