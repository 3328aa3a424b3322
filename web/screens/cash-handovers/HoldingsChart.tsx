import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { TitledCard } from '../../ui/Card.tsx';
import type { Holder } from './holders.ts';

/** The largest number of bars; the remaining people share one. */
const BARS_MAX = 8;
const HEIGHT_PX = 8;

/** A bar chart of the cash of each person; screen readers get the amounts as text. */
export function HoldingsChart({ holders }: { holders: readonly Holder[] }) {
  const bars = barsOf(holders);
  const most_fils = Math.max(1, ...bars.map(({ total_fils }) => total_fils));
  const label = bars.map(({ name, total_fils }) => t`${name} holds ${formatMoney(total_fils)}`).join(', ');
  return (
    <TitledCard title={t`Cash holdings`} className="">
      <div role="img" aria-label={label} className="mt-3 flex flex-col gap-3">
        {bars.map(({ key, name, total_fils, own }) => (
          <div key={key}>
            <div className="flex flex-wrap justify-between gap-x-3 text-sm">
              <bdi className="min-w-0 truncate">{name}</bdi>
              <span className="amount whitespace-normal text-muted">{formatMoney(total_fils)}</span>
            </div>
            <svg aria-hidden="true" width="100%" height={HEIGHT_PX} className="mt-1 block">
              <rect width="100%" height={HEIGHT_PX} rx={HEIGHT_PX / 2} className="fill-sunken" />
              <rect
                width={`${Math.max(2, (100 * total_fils) / most_fils)}%`}
                height={HEIGHT_PX}
                rx={HEIGHT_PX / 2}
                className={own ? 'fill-muted' : 'fill-accent'}
              />
            </svg>
          </div>
        ))}
      </div>
    </TitledCard>
  );
}

function barsOf(holders: readonly Holder[]) {
  const bars = holders.map(({ user_id, full_name, total_fils, own }) => ({
    key: user_id,
    name: own ? t`${full_name} (you)` : full_name,
    total_fils,
    own,
  }));
  if (bars.length <= BARS_MAX) return bars;
  const others = bars.slice(BARS_MAX - 1);
  const total_fils = others.reduce((sum, bar) => sum + bar.total_fils, 0);
  return [
    ...bars.slice(0, BARS_MAX - 1),
    { key: 'others', name: t`${others.length} others`, total_fils, own: false },
  ];
}
