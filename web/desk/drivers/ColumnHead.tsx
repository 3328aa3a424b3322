import { plural, t } from '@lingui/core/macro';
import { ChevronDown, CreditCard, SmartphoneNfc } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Money } from '../../components/Money.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { driverStatusText, isLongUnseen, lastSeenText } from './driver-messages.ts';

type NameProps = { id: string; driver: BoardDriver; disclosed: boolean | null; onToggle: () => void };

/** The driver's name and status. On a narrow page it is a button that expands the stops. */
export function ColumnName({ id, driver, disclosed, onToggle }: NameProps) {
  const { full_name, status, stops } = driver;
  const badge = (
    <span className="shrink-0">
      <Badge tone={driver.may_deliver ? (status === 'delivering' ? 'accent' : 'neutral') : 'warn'}>
        {driverStatusText(driver)}
      </Badge>
    </span>
  );
  const left = plural(stops.length, { one: '# stop left', other: '# stops left' });
  if (disclosed === null)
    return (
      <div className="flex min-w-0 items-center justify-between gap-2">
        <h3 id={id} className="min-w-0 truncate font-semibold text-base">
          <bdi>{full_name}</bdi>
        </h3>
        {badge}
      </div>
    );
  return (
    <h3>
      <button
        type="button"
        aria-expanded={disclosed}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center gap-2 text-start"
      >
        <span className="min-w-0 flex-1">
          <span id={id} className="block truncate font-semibold text-base">
            <bdi>{full_name}</bdi>
          </span>
          <span className="text-muted text-sm">{left}</span>
        </span>
        {badge}
        <ChevronDown size={20} className={classNames('shrink-0 text-muted', disclosed && 'rotate-180')} />
      </button>
    </h3>
  );
}

type FactsProps = { driver: BoardDriver; counted: boolean; now: number; time_zone: string };

/**
 * The time last seen, the cash and the devices of a driver. `counted`: the number of stops is already shown.
 */
export function ColumnFacts({ driver, counted, now, time_zone }: FactsProps) {
  const { stops, last_seen_at, cash_on_hand_fils, cash_on_the_way_fils, card_machines, unsent } = driver;
  const left = plural(stops.length, { one: '# stop left', other: '# stops left' });
  return (
    <>
      <p className="text-muted">
        {!counted && <>{left} · </>}
        <span className={classNames(isLongUnseen(driver, now) && 'font-medium text-warn')}>
          {lastSeenText(last_seen_at, now, time_zone)}
        </span>
      </p>
      <dl className="flex flex-wrap gap-x-4">
        <Fact name={t`On hand`}>
          <Money amount_fils={cash_on_hand_fils} />
        </Fact>
        <Fact name={t`On the way`}>
          <Money amount_fils={cash_on_the_way_fils} />
        </Fact>
      </dl>
      <p className="flex min-h-5 flex-wrap gap-x-4">
        <span className="inline-flex items-center gap-1.5 text-muted">
          <CreditCard size={15} className="shrink-0" />
          {card_machines.length > 0 ? card_machines.join(', ') : t`No card machine`}
        </span>
        {unsent && (
          <span className="inline-flex items-center gap-1.5 font-medium text-warn">
            <SmartphoneNfc size={15} className="shrink-0" />
            {t`${unsent.count} not sent yet, ${formatMoney(unsent.amount_fils)}`}
          </span>
        )}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
