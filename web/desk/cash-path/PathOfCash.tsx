import { t } from '@lingui/core/macro';
import { Fragment } from 'react';
import type { CashPath, CashRoute } from '../../../contract/operations/desk/cash/read-cash-path.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { CashStep } from '../../../contract/schemas/cash-paths.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { AsOf, ReadFailure } from '../../components/ReadFrame.tsx';
import { VoidBadge } from '../../components/VoidBadge.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { Arrow, FromTo } from './FromTo.tsx';
import { holderText, reasonText } from './movement-messages.ts';
import { RecordLink } from './RecordLink.tsx';

/** The path of an order's cash from holder to holder, to the bank or its present holder; updated live. */
export function PathOfCash({ order_id }: { order_id: string }) {
  const read = useDeskRead('read_cash_path', { order_id });
  const { data, error, as_of } = read;
  if (!data) {
    if (error) return <ReadFailure title={t`The path of the cash could not be loaded`} read={read} />;
    return <Loading text={t`Loading...`} shapes={['h-6', 'h-20']} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {error && as_of && <AsOf as_of={as_of} />}
      {data.deliveries.map((delivery) => (
        <Routes key={delivery.id} delivery={delivery} />
      ))}
      <p className="text-muted text-sm">
        {t`Cash is counted first in, first out: a holder's oldest cash is handed on first.`}
      </p>
    </div>
  );
}

function Routes({ delivery: { routes, not_followed_fils } }: { delivery: CashPath['deliveries'][number] }) {
  return (
    <>
      {routes.map((route) => (
        <Route key={route.steps.map(({ movement_id }) => movement_id).join()} route={route} />
      ))}
      {not_followed_fils > 0 && (
        <p className="text-sm">
          {t`${formatMoney(not_followed_fils)} was split into more parts than are shown. See the records for each part.`}
        </p>
      )}
    </>
  );
}

function Route({ route }: { route: CashRoute }) {
  const { amount_fils, steps } = route;
  return (
    <div className="flex flex-col gap-2">
      <p className="wrap-anywhere">
        <Money amount_fils={amount_fils} />
        {': '}
        {steps.map((step, at) => (
          <Fragment key={step.movement_id}>
            {at > 0 && <Arrow />}
            <bdi>{handOf(step)}</bdi>
          </Fragment>
        ))}
      </p>
      <ol className="flex flex-col gap-2">
        {steps.map((step) => (
          <Step key={step.movement_id} step={step} part_fils={amount_fils} />
        ))}
        <li className="border-line border-s-2 ps-3 font-medium text-sm">{endText(route)}</li>
      </ol>
    </div>
  );
}

/** Returns the holder after a step; outside the staff, the reference of the record, if it has one. */
function handOf({ to, record }: CashStep): string {
  return to.holder === 'staff' ? holderText(to) : record?.reference || holderText(to);
}

function Step({ step, part_fils }: { step: CashStep; part_fils: number }) {
  const { from, to, reason, record, amount_fils, waiting, voided } = step;
  const title = reasonText(reason);
  return (
    <li className="flex flex-col gap-0.5 border-line border-s-2 ps-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <RecordLink record={record}>
          {title}
          {record && hasUsefulReference(record) && (
            <>
              {' '}
              <bdi>{record.reference}</bdi>
            </>
          )}
        </RecordLink>
        {voided && <VoidBadge />}
      </p>
      <p>
        <FromTo from={from} to={to} />
        {amount_fils !== part_fils && (
          <span className="text-muted">{t`, part of ${formatMoney(amount_fils)}`}</span>
        )}
        {waiting && <span className="text-warn">{t`, waiting to be posted`}</span>}
      </p>
      <StepTimes step={step} />
    </li>
  );
}

/** A delivery's reference is this order; a collection's consists of ids. */
function hasUsefulReference({ kind }: NonNullable<CashStep['record']>): boolean {
  return kind !== 'delivery' && kind !== 'collection';
}

/** Shows both timestamps if they differ. */
function StepTimes({ step: { occurred_at, recorded_at } }: { step: CashStep }) {
  const time_zone = useTimeZone();
  const [happened, recorded] = [
    formatDateTime(occurred_at, time_zone),
    formatDateTime(recorded_at, time_zone),
  ];
  return (
    <p className="text-muted">
      {happened === recorded ? recorded : t`happened ${happened}, recorded ${recorded}`}
    </p>
  );
}

function endText({ end, steps }: CashRoute): string {
  const to = steps.at(-1)?.to;
  if (end === 'far' || !to) return t`Not traced further`;
  if (end === 'held') return t`Held by ${holderText(to)} now`;
  if (to.holder === 'bank') return t`In the bank`;
  if (to.holder === 'safe') return t`In the safe`;
  if (to.holder === 'shortage') return t`Booked as a shortage`;
  if (to.holder === 'over') return t`Returned as an over`;
  return t`Removed from the books by an adjustment`;
}
