import { msg, t } from '@lingui/core/macro';
import { HandCoins } from 'lucide-react';
import { useId } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { UnsentLine } from '../../components/devices/UnsentCash.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { RoleBadge } from '../../components/RoleBadge.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Fact } from '../../ui/Facts.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { Holder } from './holders.ts';

type Props = { holders: readonly Holder[]; onCollect: (holder: Holder) => void };

const HEADING = msg`Outstanding Cash by User`;

/** Screens too narrow for a table next to the menu, such as phones and upright tablets. */
const NARROW = '(max-width: 1023.98px)';

/** Lists the cash of each user, the highest first: as a table, or as cards on narrow screens. */
export function OutstandingList(props: Props) {
  return useMedia(NARROW) ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ holders, onCollect }: Props) {
  const time_zone = useTimeZone();
  const id = useId();
  const columns = [
    [t`Staff Member`, 'pe-3'],
    [t`Role`, 'pe-3'],
    [t`Cash on Hand`, 'pe-6 text-end'],
    [t`Last Updated`, 'pe-3'],
    [t`Actions`, 'text-end'],
  ] as const;
  return (
    // With much larger text even a desktop is too narrow: then the table scrolls within its card.
    <Card aria-labelledby={id} className="min-w-0 overflow-x-auto">
      <h3 id={id} className="font-semibold text-section">
        {translateDescriptor(HEADING)}
      </h3>
      <table aria-labelledby={id} className="mt-3 w-full border-collapse text-start">
        <thead>
          <tr className="border-line border-b text-muted text-sm">
            {columns.map(([name, className]) => (
              <th key={name} scope="col" className={classNames('py-2 font-medium', className)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {holders.map((holder) => (
            <tr key={holder.user_id} className="border-line border-b align-middle last:border-b-0">
              <th scope="row" className="wrap-anywhere py-3 pe-3 font-medium">
                <Name {...holder} />
              </th>
              <td className="py-3 pe-3">
                <RoleBadge staff_role={holder.role} />
              </td>
              <td className="py-3 pe-6 text-end">
                <HeldCash {...holder} />
              </td>
              <td className="py-3 pe-3 text-muted tabular-nums">
                {formatDateTime(holder.last_updated, time_zone)}
              </td>
              <td className="py-2 text-end">
                <CollectButton holder={holder} onCollect={onCollect} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Cards({ holders, onCollect }: Props) {
  const time_zone = useTimeZone();
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="font-semibold text-section">
        {translateDescriptor(HEADING)}
      </h3>
      <ul className="grid gap-3 md:grid-cols-2 md:gap-5">
        {holders.map((holder) => (
          <li key={holder.user_id}>
            <Card className="flex h-full flex-col gap-3">
              <div className="flex items-start justify-between gap-3">
                <p className="wrap-anywhere min-w-0 font-medium">
                  <Name {...holder} />
                </p>
                <RoleBadge staff_role={holder.role} />
              </div>
              <dl className="flex flex-wrap justify-between gap-x-6 gap-y-4">
                <Fact name={t`Cash on Hand`} className="text-section">
                  <HeldCash {...holder} className="whitespace-normal" />
                </Fact>
                <Fact name={t`Last Updated`}>{formatDateTime(holder.last_updated, time_zone)}</Fact>
              </dl>
              <CollectButton holder={holder} onCollect={onCollect} wide />
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Name({ full_name, own, disabled }: Holder) {
  return (
    <>
      <bdi>{full_name}</bdi>
      {own && <span className="font-normal text-muted"> {t`(you)`}</span>}
      {disabled && <span className="block font-normal text-muted text-sm">{t`Account disabled`}</span>}
    </>
  );
}

function HeldCash({ total_fils, waiting_fils, unsent, className }: Holder & { className?: string }) {
  return (
    <>
      <Money amount_fils={total_fils} className={classNames('font-semibold', className)} />
      {waiting_fils !== 0 && (
        <span className="block text-sm text-warn">{t`${formatMoney(waiting_fils)} waiting to be posted`}</span>
      )}
      <UnsentLine unsent={unsent} />
    </>
  );
}

type CollectProps = { holder: Holder; onCollect: (holder: Holder) => void; wide?: boolean };

function CollectButton({ holder, onCollect, wide = false }: CollectProps) {
  const id = useId();
  return (
    <>
      <Button
        variant="secondary"
        disabled={holder.own}
        aria-label={t`Collect Cash from ${holder.full_name}`}
        aria-describedby={holder.own ? id : undefined}
        className={wide ? 'mt-auto w-full' : 'whitespace-nowrap px-3'}
        onClick={() => onCollect(holder)}
      >
        <HandCoins size={18} />
        {t`Collect Cash`}
      </Button>
      {holder.own && (
        <p id={id} className="mt-1 text-muted text-sm">
          {t`You hold this: record a bank deposit`}
        </p>
      )}
    </>
  );
}
