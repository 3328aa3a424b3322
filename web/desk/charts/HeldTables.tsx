import { t } from '@lingui/core/macro';
import type { HeldOverTime } from '../../../contract/operations/screens/read-held-over-time.schema.ts';
import { Money } from '../../components/Money.tsx';
import { formatDay } from '../figures/format-day.ts';
import { ChartTable } from './ChartTable.tsx';

type Holder = HeldOverTime['holders'][number];

/** The number of people for whom a printed page has columns. */
const BESIDE_MAX = 5;

/** The cash of all holders and of each at the end of each step, with a few people per table. */
export function HeldTables({ days, holders }: { days: readonly string[]; holders: readonly Holder[] }) {
  const points = days.map((day, at) => ({ day, at }));
  const beside = Array.from({ length: Math.ceil(holders.length / BESIDE_MAX) }, (_, at) =>
    holders.slice(at * BESIDE_MAX, (at + 1) * BESIDE_MAX),
  );
  const together = {
    id: 'together',
    title: t`Total`,
    cell: ({ at }: { at: number }) => (
      <Money amount_fils={holders.reduce((sum, { closing_fils }) => sum + (closing_fils[at] ?? 0), 0)} />
    ),
  };
  return beside.map((those, number) => (
    <ChartTable
      key={those[0]?.user_id}
      label={t`Held by ${those.map(({ full_name }) => full_name).join(', ')}`}
      first={{ id: 'day', title: t`Day`, cell: ({ day }) => formatDay(day) }}
      columns={[
        ...(number === 0 && holders.length > 1 ? [together] : []),
        ...those.map(({ user_id, full_name, closing_fils }) => ({
          id: user_id,
          title: <bdi>{full_name}</bdi>,
          cell: ({ at }: { at: number }) => <Money amount_fils={closing_fils[at] ?? 0} />,
        })),
      ]}
      rows={points}
      keyOf={({ day }) => day}
    />
  ));
}
