import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type {
  Difference,
  UndecidedDifference,
} from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cashRecordPath, deskOrderPath, differencePath } from '../shell/desk-places.ts';
import type { Column } from '../table/columns.ts';
import { Truncated } from '../table/Truncated.tsx';
import { accountTitle, blockerTitle, settlementText } from './difference-messages.ts';

type Row = Pick<Difference, 'full_name' | 'disabled' | 'handover_id' | 'since' | 'account' | 'correction'>;

/** Columns that are shown only while no details are open next to the list. */
const WIDE_PX = 780;

const personColumn = (): Column<Row> => ({
  id: 'person',
  title: t`Person`,
  width: 'minmax(11rem,2fr)',
  cell: (row) => <PersonLink row={row} />,
});
const accountColumn = (): Column<Row> => ({
  id: 'account',
  title: t`Account`,
  width: '5rem',
  cell: ({ account }) => accountTitle(account),
});
const sinceColumn = (time_zone: string): Column<Row> => ({
  id: 'since',
  title: t`Since`,
  width: '9.5rem',
  needs_px: WIDE_PX,
  cell: (row) => <HandoverLink row={row}>{shortTime(row.since, time_zone)}</HandoverLink>,
});

function amountColumn<R extends Row>(
  id: string,
  title: string,
  fils: (row: R) => number,
  needs_px = 0,
): Column<R> {
  const cell = (row: R) => <Money amount_fils={fils(row)} />;
  return { id, title, width: '7.5rem', number: true, needs_px, cell };
}

export function undecidedColumns(time_zone: string): readonly Column<UndecidedDifference>[] {
  return [
    personColumn(),
    accountColumn(),
    amountColumn('signed', t`Signed`, (row) => row.signed_fils, WIDE_PX),
    amountColumn('bookable', t`To book`, (row) => row.bookable_fils),
    sinceColumn(time_zone),
    {
      id: 'state',
      title: t`State`,
      width: 'minmax(11rem,2fr)',
      cell: (row) => <UndecidedState row={row} />,
    },
  ];
}

export function differenceColumns(time_zone: string): readonly Column<Difference>[] {
  return [
    personColumn(),
    accountColumn(),
    amountColumn('amount', t`Amount`, (row) => row.amount_fils, WIDE_PX),
    amountColumn('open', t`Open`, (row) => row.open_fils),
    sinceColumn(time_zone),
    { id: 'state', title: t`State`, width: 'minmax(11rem,2fr)', cell: (row) => <OpenState row={row} /> },
  ];
}

export function settledColumns(time_zone: string): readonly Column<Difference>[] {
  return [
    personColumn(),
    accountColumn(),
    amountColumn('amount', t`Amount`, (row) => row.amount_fils),
    sinceColumn(time_zone),
    { id: 'how', title: t`Settled by`, width: 'minmax(11rem,2fr)', cell: (row) => <SettledBy row={row} /> },
  ];
}

function PersonLink({ row: { full_name, disabled, handover_id } }: { row: Row }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to={differencePath(handover_id)}
        title={full_name}
        dir="auto"
        className="min-w-0 truncate font-medium hover:underline"
      >
        {full_name}
      </Link>
      {disabled && <Badge tone="danger">{t`Disabled`}</Badge>}
    </span>
  );
}

type HandoverLinkProps = { row: Pick<Row, 'handover_id' | 'correction'>; children: ReactNode };

/** Links to the record of the end of day, which has the path of its cash, or to the corrected order. */
export function HandoverLink({ row: { handover_id, correction }, children }: HandoverLinkProps) {
  return (
    <Link
      to={correction ? deskOrderPath(correction.order_id) : cashRecordPath('handover', handover_id)}
      className="wrap-anywhere text-accent hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      {children}
    </Link>
  );
}

function UndecidedState({ row: { blockers } }: { row: UndecidedDifference }) {
  if (blockers.length === 0) return t`To decide`;
  return (
    <span className="text-warn">
      <Truncated text={blockers.map(blockerTitle).join(', ')} />
    </span>
  );
}

function OpenState({ row: { requested_fils, proposed, settlements } }: { row: Difference }): ReactNode {
  if (requested_fils !== null) return t`Approval requested`;
  if (proposed) return t`For the salary list`;
  return settlements.length > 0 ? t`Settled in part` : '—';
}

function SettledBy({ row: { settlements, account } }: { row: Difference }) {
  const ways = new Set(settlements.map(({ kind }) => settlementText(kind, account)));
  return <Truncated text={[...ways].join(', ')} />;
}

/** A row of a narrow list. */
export function NarrowUndecided({ row }: { row: UndecidedDifference }) {
  return (
    <Narrow row={row} fils={row.bookable_fils}>
      <UndecidedState row={row} />
    </Narrow>
  );
}

export function NarrowDifference({ row }: { row: Difference }) {
  const { open_fils, amount_fils } = row;
  if (open_fils === 0) {
    return (
      <Narrow row={row} fils={amount_fils}>
        <SettledBy row={row} />
      </Narrow>
    );
  }
  return (
    <Narrow row={row} fils={open_fils}>
      {open_fils < amount_fils ? t`of ${formatMoney(amount_fils)}` : <OpenState row={row} />}
    </Narrow>
  );
}

function Narrow({ row, fils, children }: { row: Row; fils: number; children: ReactNode }) {
  const time_zone = useTimeZone();
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <PersonLink row={row} />
        <span className="shrink-0">
          <span className="text-muted text-sm">{accountTitle(row.account)}</span> <Money amount_fils={fils} />
        </span>
      </span>
      <span className="flex min-w-0 justify-between gap-2 text-muted text-sm">
        <bdi className="truncate">{shortTime(row.since, time_zone)}</bdi>
        <span className="shrink-0">{children}</span>
      </span>
    </div>
  );
}
