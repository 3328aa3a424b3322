import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { ImportProblem } from '../../../contract/schemas/import-problems.ts';
import { shortTime } from '../../components/short-time.ts';
import { IMPORT_PROBLEMS_PATH } from '../shell/desk-places.ts';
import type { Column } from '../table/columns.ts';
import { faultsText, fixTitle, retryOutcomeText } from './import-problem-messages.ts';
import type { RetryResult } from './use-retries.ts';

export function importProblemPath(what: string): `/desk/not-taken/${string}` {
  return `${IMPORT_PROBLEMS_PATH}/${encodeURIComponent(what)}`;
}

/** True if a route parameter names this order. The router decodes parameters with `decodeURI`. */
export function isNamed(what: string, param: string): boolean {
  return param === what || param === decodeURI(encodeURIComponent(what));
}

export type ImportProblemRow = ImportProblem & { tried: RetryResult | null; is_trying: boolean };

export function nameOf({ order_number }: Pick<ImportProblem, 'order_number'>): string {
  return order_number === null ? t`Unknown order` : `#${order_number}`;
}

export function importProblemColumns(time_zone: string): readonly Column<ImportProblemRow>[] {
  return [
    {
      id: 'number',
      title: t`Order`,
      width: '8.5rem',
      sort: ({ order_number }) => order_number,
      cell: (row) => <OrderLink row={row} />,
    },
    {
      id: 'told',
      title: t`Changed`,
      width: '8.5rem',
      needs_px: 760,
      sort: ({ told_at }) => told_at,
      cell: ({ told_at }) => (told_at ? shortTime(told_at, time_zone) : '—'),
    },
    {
      id: 'wrong',
      title: t`Problem`,
      width: 'minmax(12rem,2fr)',
      sort: faultsText,
      cell: (row) => (
        <bdi title={faultsText(row)} className="block truncate">
          {faultsText(row)}
        </bdi>
      ),
    },
    {
      id: 'fix',
      title: t`Solution`,
      width: 'minmax(12.5rem,1fr)',
      needs_px: 700,
      sort: ({ fix }) => fixTitle(fix),
      cell: ({ fix }) => <span title={fixTitle(fix)}>{fixTitle(fix)}</span>,
    },
    {
      id: 'state',
      title: t`Last retry`,
      width: '9rem',
      sort: ({ tried }) => tried?.outcome ?? null,
      cell: (row) => <RetryState row={row} />,
    },
  ];
}

function OrderLink({ row }: { row: ImportProblemRow }) {
  const name = nameOf(row);
  return (
    <Link to={importProblemPath(row.what)} title={name} dir="auto" className="font-medium hover:underline">
      {name}
    </Link>
  );
}

function RetryState({ row: { tried, is_trying } }: { row: ImportProblemRow }) {
  if (is_trying) return t`Trying...`;
  if (!tried) return <span className="text-muted">—</span>;
  const { outcome } = tried;
  const tone = { taken: 'text-done', not_taken: 'text-warn', waiting: 'text-muted' };
  return (
    <span className={tone[outcome as keyof typeof tone] ?? 'text-muted'}>{retryOutcomeText(outcome)}</span>
  );
}

/** A row of the list on a narrow screen. */
export function NarrowImportProblem({ row }: { row: ImportProblemRow }) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <span className="truncate">
          <OrderLink row={row} />
        </span>
        <span className="shrink-0 text-sm">
          {row.tried || row.is_trying ? <RetryState row={row} /> : fixTitle(row.fix)}
        </span>
      </span>
      <bdi className="truncate text-muted text-sm">{faultsText(row)}</bdi>
    </div>
  );
}
