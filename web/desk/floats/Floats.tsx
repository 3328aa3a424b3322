import { t } from '@lingui/core/macro';
import { FileDown, FileText, Landmark, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Float } from '../../../contract/operations/desk/cash/list-floats.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { dayOf, formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { PERIOD_MAX_YEARS } from '../../../contract/rules/reports/report-period.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { Money } from '../../components/Money.tsx';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { shortTime } from '../../components/short-time.ts';
import { VoidBadge } from '../../components/VoidBadge.tsx';
import { thisTab } from '../../environment/this-tab.ts';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import type { Exportable } from '../export/export-store.ts';
import { useExport } from '../export/use-export.tsx';
import { cashRecordPath } from '../shell/desk-places.ts';
import type { Column } from '../table/columns.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { ListFrame } from '../table/ListFrame.tsx';
import { Truncated } from '../table/Truncated.tsx';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { FloatDialog } from './FloatDialog.tsx';
import { directionText } from './float-messages.ts';
import { useFloats } from './use-floats.ts';

/** Cash between the safe and the admins: the signed floats, and the action that records a new one. */
export function Floats() {
  const profile = useProfile();
  const read = useFloats();
  const [open, setOpen] = useState(false);
  const record = { id: 'record_float', title: t`Record a float`, key: 'n', run: () => setOpen(true) };
  useDeskActions(t`Floats`, [record]);
  useCommandChanges('record_float', read.refetch);
  useCommandChanges('request_float', read.refetch);
  const exporting = useExport(t`Floats`, useEveryFloat(read.data?.floats.length ?? 0));
  return (
    <>
      <PageHeading
        subtitle={t`Cash between the safe and an admin, signed by that admin and a manager.`}
        action={
          <>
            <ActionButton action={exporting.action} icon={FileDown} variant="secondary" />
            <ActionButton action={record} icon={Plus} variant="secondary" />
          </>
        }
      />
      {!open &&
        (['record_float', 'request_float'] as const).map((endpoint) => (
          <UnsentCommands key={endpoint} endpoint={endpoint}>
            {({ amount_fils, reference }) => `${formatMoney(amount_fils)}, ${reference}`}
          </UnsentCommands>
        ))}
      <ListFrame
        read={read}
        failed={t`The floats could not be loaded`}
        isEmpty={({ floats }) => floats.length === 0}
        empty={{
          icon: Landmark,
          title: t`No floats yet`,
          description: t`Record the cash that an admin takes from the safe or returns to it.`,
        }}
      >
        {(data) => (
          <>
            <FloatTable floats={data.floats} />
            {data.next_before !== null && (
              <Button
                variant="secondary"
                className="self-start"
                busy={read.loading_older}
                onClick={() => void read.loadOlder()}
              >
                {t`Load more`}
              </Button>
            )}
          </>
        )}
      </ListFrame>
      {exporting.dialog}
      {open && read.data && (
        <FloatDialog profile={profile} people={read.data} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The report of floats over the longest period, which covers all of them. */
function useEveryFloat(count: number): Exportable | null {
  const time_zone = useTimeZone();
  if (count === 0) return null;
  const to = dayOf(new Date(thisTab.now()), time_zone);
  const from = `${Number(to.slice(0, 4)) - PERIOD_MAX_YEARS + 1}-01-01`;
  const report = { report: 'floats', from, to, way: 'down' } as const;
  return { view: { report }, title: t`Floats`, rows: null };
}

const keyOf = ({ id }: Float) => id;
const versionOf = ({ voided }: Float) => String(voided);
const narrowFloat = (float: Float) => <NarrowFloat float={float} />;

function FloatTable({ floats }: { floats: readonly Float[] }) {
  const time_zone = useTimeZone();
  const columns = useMemo(() => floatColumns(time_zone), [time_zone]);
  const changed = useChangedRows(floats, { keyOf, versionOf, scope: 'floats' });
  return (
    <DeskTable
      label={t`Floats`}
      columns={columns}
      rows={floats}
      keyOf={keyOf}
      changed={changed}
      narrow={narrowFloat}
    />
  );
}

function floatColumns(time_zone: string): readonly Column<Float>[] {
  return [
    {
      id: 'when',
      title: t`Signed`,
      width: '11rem',
      cell: ({ id, completed_at }) => (
        <Link
          to={cashRecordPath('float', id)}
          className="text-accent hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          {formatDateTime(completed_at, time_zone)}
        </Link>
      ),
    },
    {
      id: 'way',
      title: t`Direction`,
      width: '12.5rem',
      cell: ({ direction, voided }) => (
        <span className="inline-flex items-center gap-2">
          {directionText(direction)}
          {voided && <VoidBadge />}
        </span>
      ),
    },
    {
      id: 'amount',
      title: t`Amount`,
      width: '9rem',
      number: true,
      cell: ({ amount_fils }) => <Money amount_fils={amount_fils} />,
    },
    {
      id: 'admin',
      title: t`Admin`,
      width: 'minmax(8rem,1fr)',
      cell: ({ admin_name }) => <Truncated text={admin_name} />,
    },
    {
      id: 'manager',
      title: t`Manager`,
      width: 'minmax(8rem,1fr)',
      needs_px: 820,
      cell: ({ manager_name }) => <Truncated text={manager_name} />,
    },
    {
      id: 'reference',
      title: t`Reference`,
      width: '11rem',
      needs_px: 1180,
      cell: ({ reference }) => reference,
    },
    { id: 'receipt', title: t`Receipt`, width: '10.5rem', cell: (float) => <Receipt float={float} /> },
  ];
}

function Receipt({ float: { receipt, reference } }: { float: Float }) {
  return (
    <button
      type="button"
      className="inline-flex min-h-8 shrink-0 items-center gap-1.5 whitespace-nowrap text-accent hover:underline pointer-coarse:min-h-11"
      aria-label={t`View Document ${reference}`}
      onClick={() => void openFile(receipt)}
    >
      <FileText size={16} />
      {t`View Document`}
    </button>
  );
}

/** A float's row in the list on a narrow screen. */
function NarrowFloat({ float }: { float: Float }) {
  const time_zone = useTimeZone();
  const { id, amount_fils, direction, admin_name, completed_at, voided } = float;
  return (
    <div className="flex min-w-0 items-center justify-between gap-3">
      <Link to={cashRecordPath('float', id)} className="flex min-w-0 flex-col">
        <span className="truncate font-medium text-accent">
          <Money amount_fils={amount_fils} /> · {directionText(direction)}
        </span>
        <span className="flex min-w-0 items-center gap-2 text-muted text-sm">
          <span className="truncate">
            <bdi>{admin_name}</bdi> · <bdi>{shortTime(completed_at, time_zone)}</bdi>
          </span>
          {voided && <VoidBadge />}
        </span>
      </Link>
      <Receipt float={float} />
    </div>
  );
}
