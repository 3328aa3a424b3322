import { t } from '@lingui/core/macro';
import { CircleStop, FileDown, PackageCheck, RotateCw } from 'lucide-react';
import { useLocation, useRoute } from 'wouter';
import type { ImportProblem } from '../../../contract/schemas/import-problems.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { useExport } from '../export/use-export.tsx';
import { ListWithDetails, useListCovered } from '../list-with-details/ListWithDetails.tsx';
import { NavigableTable } from '../list-with-details/NavigableTable.tsx';
import { ViewTabs } from '../orders/list/ViewTabs.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { IMPORT_PROBLEMS_PATH } from '../shell/desk-places.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { ImportProblemDetails } from './ImportProblemDetails.tsx';
import {
  type ImportProblemRow,
  importProblemColumns,
  importProblemPath,
  isNamed,
  NarrowImportProblem,
  nameOf,
} from './import-problem-columns.tsx';
import { type Retries, useRetries } from './use-retries.ts';

/** Orders of the store that could not be imported, with their problems. Each can be retried or dismissed. */
export function ImportProblems() {
  const read = useDeskRead('list_not_taken');
  const [, params] = useRoute('/desk/not-taken/:what');
  const [, navigate] = useLocation();
  const retries = useRetries();
  const rows = read.data && rowsOf(read.data.orders, retries);
  const total = read.data?.total ?? 0;
  const more = total - (read.data?.orders.length ?? 0);
  const whole = { view: { list: 'not_taken' as const }, title: t`Import problems`, rows: total };
  const exporting = useExport(t`Import problems`, total > 0 ? whole : null);
  const open_what = params?.what ?? null;
  const open = open_what === null ? undefined : rows?.find(({ what }) => isNamed(what, open_what));
  const toList = () => navigate(IMPORT_PROBLEMS_PATH);
  const details = open_what !== null &&
    rows && {
      id: open_what,
      title: open ? nameOf(open) : t`Not found`,
      onClose: toList,
      content: open ? (
        <ImportProblemDetails row={open} retries={retries} onDismissed={toList} />
      ) : (
        <EmptyState icon={PackageCheck} title={t`It is no longer in this list`} />
      ),
    };
  const covered = useListCovered(details || null);
  return (
    <ListWithDetails details={details || null}>
      <div className="flex min-h-0 flex-1 flex-col gap-4">
        <PageHeading
          title={t`Import problems`}
          subtitle={t`Orders of the Shopify store that could not be imported`}
          action={
            <>
              <ActionButton action={exporting.action} icon={FileDown} variant="secondary" />
              <RetryAll rows={rows ?? []} retries={retries} covered={covered} />
            </>
          }
        />
        <ViewTabs open="not_taken" />
        <ListFrame
          read={{ ...read, data: rows }}
          failed={t`The orders could not be loaded`}
          isEmpty={(list) => list.length === 0}
          empty={{
            icon: PackageCheck,
            title: t`All orders of the store are imported`,
            description: t`Orders that cannot be imported appear here automatically.`,
          }}
        >
          {(list) => (
            <>
              <NavigableTable
                title={t`Import problems`}
                scope="not_taken"
                columnsFor={importProblemColumns}
                rows={list}
                keyOf={keyOf}
                versionOf={versionOf}
                open_key={open?.what ?? null}
                onOpen={(what) => navigate(importProblemPath(what))}
                narrow={narrowRow}
              />
              {more > 0 && <p className="text-muted text-sm">{t`and ${more} more`}</p>}
            </>
          )}
        </ListFrame>
      </div>
      {exporting.dialog}
    </ListWithDetails>
  );
}

const keyOf = ({ what }: ImportProblemRow) => what;
const versionOf = ({ reason, tried }: ImportProblemRow) => JSON.stringify([reason, tried?.outcome]);
const narrowRow = (row: ImportProblemRow) => <NarrowImportProblem row={row} />;

/**
 * Returns the listed orders, and those that a retry here has removed from the list, to show their results.
 */
function rowsOf(orders: readonly ImportProblem[], { tried, trying }: Retries): ImportProblemRow[] {
  const listed = new Set(orders.map(({ what }) => what));
  const settled = [...tried.values()].filter(
    ({ order, outcome }) => !listed.has(order.what) && outcome !== 'not_taken' && outcome !== 'waiting',
  );
  const all = [...orders, ...settled.map(({ order }) => order)];
  return all.map((order) => ({
    ...order,
    tried: tried.get(order.what) ?? null,
    is_trying: trying?.what === order.what,
  }));
}

type RetryProps = { rows: readonly ImportProblemRow[]; retries: Retries; covered: boolean };

function RetryAll({ rows, retries, covered }: RetryProps) {
  const { trying } = retries;
  const left = rows.filter(({ may_retry, tried }) => may_retry && (!tried || tried.outcome === 'not_taken'));
  const action: DeskAction = trying
    ? { id: 'stop_retries', title: t`Stop (${trying.at} of ${trying.of})`, run: retries.stop }
    : {
        id: 'retry_all_not_taken',
        title: t`Try all again`,
        key: 'shift+r',
        unavailable: left.length === 0 ? t`There is nothing to try again.` : undefined,
        run: () => void retries.run(left),
      };
  useDeskActions(t`Import problems`, covered ? [] : [action]);
  if (rows.length === 0) return null;
  return <ActionButton action={action} icon={trying ? CircleStop : RotateCw} variant="secondary" />;
}
