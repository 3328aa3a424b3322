import { plural, t } from '@lingui/core/macro';
import { HandCoins } from 'lucide-react';
import { Link } from 'wouter';
import { OWED_PATH } from '../../components/history-path.ts';
import { Money } from '../../components/Money.tsx';
import { useProfile } from '../../session/use-session.ts';
import { useOwedAtDoor } from './owed-read.ts';
import { usePaymentsSince } from './payments-since.ts';

/** Links to the orders of this driver with an amount owed; shown only while there are any. */
export function OwedLine() {
  const { driver } = useProfile();
  const { data, as_of } = useOwedAtDoor({ enabled: driver !== null });
  const paid = usePaymentsSince(as_of);
  const left = (data?.orders ?? [])
    .map(({ order_id, owed_fils }) => owed_fils - (paid.get(order_id)?.paid_fils ?? 0))
    .filter((left_fils) => left_fils > 0);
  if (left.length === 0) return null;
  const owed_fils = left.reduce((sum, left_fils) => sum + left_fils, 0);
  return (
    <Link
      to={OWED_PATH}
      className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-card border border-line bg-surface px-4 py-2 hover:bg-sunken"
    >
      <HandCoins size={20} className="shrink-0 text-warn" />
      <span className="min-w-0 flex-[1_1_5rem]">
        {t`Owed at the door: ${plural(left.length, { one: '# order', other: '# orders' })}`}
      </span>
      <Money amount_fils={owed_fils} className="ms-auto" />
    </Link>
  );
}
