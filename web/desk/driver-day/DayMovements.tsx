import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { REASON_LABELS } from '../../../contract/labels/report-labels.ts';
import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';
import { dayOf, formatDateTime, formatTime } from '../../../contract/rules/dates/dates.ts';
import { Money } from '../../components/Money.tsx';
import { label } from '../../messages/label.ts';
import { differenceText } from '../../messages/order-messages.ts';
import { holderText } from '../cash-path/movement-messages.ts';
import { cashRecordPath } from '../shell/desk-places.ts';
import { AndMore } from './AndMore.tsx';
import { listedHandovers } from './statement-rows.ts';

type Props = {
  of: DriverDay;
  /** Null: no limit. */
  listed_max: number | null;
};

const REFERENCE = { minWidth: '6rem' };
const MACHINE = { maxWidth: '6rem' };
const NAME = { maxWidth: '10rem' };
const HANDOVER_REASONS = {
  start: 'start_handover',
  end: 'end_handover',
  drop: 'drop',
  collection: 'collection',
} as const;

/** The day's signed handovers and collections. */
export function DayHandovers({ of: { day, handovers, handed, time_zone }, listed_max }: Props) {
  if (handed === 0) return null;
  const listed = listedHandovers(handovers, listed_max);
  const signed = (at: string) =>
    dayOf(at, time_zone) === day ? formatTime(at, time_zone) : formatDateTime(at, time_zone);
  return (
    <Listed
      title={t`Handovers`}
      heads={[t`Signed`, t`Type`, t`With`, t`Reference`, t`Amount`, t`Difference`]}
      more={<AndMore count={handed - listed.length} />}
    >
      {listed.map((one) => (
        <tr key={one.id} className="border-line border-t align-top">
          <Cell>{signed(one.completed_at)}</Cell>
          <Cell>
            {label(REASON_LABELS, HANDOVER_REASONS[one.handover_type])}
            {one.card_machine !== null && (
              <bdi title={one.card_machine} className="block truncate text-muted" style={MACHINE}>
                {one.card_machine}
              </bdi>
            )}
          </Cell>
          <Name>{one.with_name}</Name>
          <td className="wrap-anywhere py-0.5 pe-3" style={REFERENCE}>
            <Link
              to={cashRecordPath(one.handover_type === 'collection' ? 'collection' : 'handover', one.id)}
              className="text-accent hover:underline"
            >
              <bdi>{one.reference}</bdi>
            </Link>
          </td>
          <Amount>{one.amount_fils}</Amount>
          <td className="amount whitespace-nowrap py-0.5 ps-3 text-end">
            {one.difference_fils === null ? '—' : differenceText(one.difference_fils)}
          </td>
        </tr>
      ))}
    </Listed>
  );
}

/**
 * All other movements of the driver's cash: later payments, corrections, expenses, an operator's bookings,
 * reversals and opening balances.
 */
export function DayOthers({ of: { others, time_zone, ...of }, listed_max }: Props) {
  const sums = [of.paid_later, of.corrected, of.spent, of.other];
  const count = sums.reduce((all, one) => all + one.count, 0);
  const amount_fils = sums.reduce((all, one) => all + one.amount_fils, 0);
  if (count === 0) return null;
  const listed = others.slice(0, listed_max ?? undefined);
  const listed_fils = listed.reduce((sum, one) => sum + one.amount_fils, 0);
  return (
    <Listed
      title={t`Other movements`}
      heads={[t`Recorded`, t`Reason`, t`With`, t`Belongs to`, t`Amount`]}
      more={<AndMore count={count - listed.length} amount_fils={amount_fils - listed_fils} />}
    >
      {listed.map((one) => (
        <tr key={one.id} className="border-line border-t align-top">
          <Cell>{formatTime(one.recorded_at, time_zone)}</Cell>
          <Cell>{label(REASON_LABELS, one.reason)}</Cell>
          <Name>{holderText(one.with)}</Name>
          <Name>{one.source ?? '—'}</Name>
          <Amount>{one.amount_fils}</Amount>
        </tr>
      ))}
    </Listed>
  );
}

type ListedProps = { title: string; heads: readonly string[]; more: ReactNode; children: ReactNode };

function Listed({ title, heads, more, children }: ListedProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to scroll by keyboard
    <section aria-label={title} tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full">
        <caption className="pb-1 text-start font-semibold">{title}</caption>
        <thead>
          <tr className="text-muted">
            {heads.map((head, at) => (
              <th key={head} className={at > 3 ? 'ps-3 text-end font-normal' : 'pe-3 text-start font-normal'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {more}
    </section>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="whitespace-nowrap py-0.5 pe-3">{children}</td>;
}

/** A name on one line; if it is cut off, the record shows it in full. */
function Name({ children }: { children: string }) {
  return (
    <td title={children} className="truncate py-0.5 pe-3" style={NAME}>
      <bdi>{children}</bdi>
    </td>
  );
}

function Amount({ children }: { children: number }) {
  return (
    <td className="whitespace-nowrap py-0.5 ps-3 text-end">
      <Money amount_fils={children} />
    </td>
  );
}
