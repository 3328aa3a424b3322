import { t } from '@lingui/core/macro';
import { CircleAlert, Wallet } from 'lucide-react';
import { Link } from 'wouter';
import type { Holdings } from '../../../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import { Money } from '../../../components/Money.tsx';
import { useTimeZone } from '../../../components/open-screen.ts';
import { shortTime } from '../../../components/short-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import { personPath } from '../../shell/desk-places.ts';
import type { Column } from '../../table/columns.ts';
import { DeskTable } from '../../table/DeskTable.tsx';
import { ListFrame } from '../../table/ListFrame.tsx';
import { overCeilingText, unexplainedText } from './holdings-messages.ts';

type Holder = Holdings['people'][number];

/** The shop's cash by holder, and the unexplained amounts. */
export function HoldingsDetails() {
  const read = useDeskRead('read_desk_holdings');
  return (
    <ListFrame read={read} failed={t`The cash holdings could not be loaded`}>
      {(holdings) => <HoldingsView holdings={holdings} />}
    </ListFrame>
  );
}

function HoldingsView({ holdings }: { holdings: Holdings }) {
  const time_zone = useTimeZone();
  const { people, unexplained, on_the_road, over_ceiling } = holdings;
  return (
    <div className="flex flex-col gap-4">
      {unexplained.length === 0 ? (
        <Notice tone="done" title={t`Unexplained`}>
          <Money amount_fils={0} />
        </Notice>
      ) : (
        <Notice tone="danger" icon={CircleAlert} title={t`Unexplained`}>
          <ul>
            {unexplained.map((one) => (
              <li key={`${one.kind} ${one.user?.user_id} ${one.device?.id}`}>{unexplainedText(one)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {over_ceiling.length > 0 && (
        <Notice tone="warn" icon={CircleAlert} title={t`Above the ceiling`}>
          <ul>
            {over_ceiling.map((one) => (
              <li key={one.user_id}>{overCeilingText(one)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Facts className="grid-cols-2">
        <Fact name={t`Held`}>
          <Money amount_fils={holdings.held_fils} />
        </Fact>
        <Fact name={t`Held by drivers`}>
          <Money amount_fils={on_the_road.held_fils} />
        </Fact>
        <Fact name={t`To collect on the road`}>
          <Money amount_fils={on_the_road.to_collect_fils} />
        </Fact>
        <Fact name={t`Collected today`}>
          <Money amount_fils={holdings.collected_today_fils} />
        </Fact>
        <Fact name={t`Banked today`}>
          <Money amount_fils={holdings.banked_today_fils} />
        </Fact>
      </Facts>
      {people.length === 0 ? (
        <EmptyState
          icon={Wallet}
          title={t`No one holds any cash`}
          description={t`Everyone who holds cash appears here.`}
        />
      ) : (
        <DeskTable
          label={t`Cash holdings`}
          columns={columns(time_zone)}
          rows={people}
          keyOf={({ user_id }) => user_id}
        />
      )}
    </div>
  );
}

function columns(time_zone: string): Column<Holder>[] {
  return [
    {
      id: 'name',
      title: t`Name`,
      width: 'minmax(7rem,1fr)',
      // The links also let a keyboard scroll the panel.
      cell: ({ user_id, full_name, disabled }) => (
        <Link
          to={personPath(user_id)}
          title={full_name}
          className={classNames(
            'hover:underline focus-visible:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center',
            disabled && 'text-muted',
          )}
        >
          <bdi>{disabled ? t`${full_name} (disabled)` : full_name}</bdi>
        </Link>
      ),
    },
    {
      id: 'cash',
      title: t`Cash`,
      width: '7.5rem',
      number: true,
      cell: ({ cash_on_hand_fils, waiting_fils }) => <Money amount_fils={cash_on_hand_fils + waiting_fils} />,
    },
    {
      id: 'unsent',
      title: t`Not sent yet`,
      width: '7.5rem',
      number: true,
      needs_px: 380,
      cell: ({ unsent }) => (unsent && unsent.count > 0 ? <Money amount_fils={unsent.amount_fils} /> : '—'),
    },
    {
      id: 'since',
      title: t`Changed`,
      width: '6rem',
      number: true,
      needs_px: 460,
      cell: ({ last_updated }) => (last_updated ? shortTime(last_updated, time_zone) : '—'),
    },
  ];
}
