import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import type { Column, Sort } from './columns.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  template: string;
  /** Visible to screen readers only: narrow rows carry their own labels. */
  hidden: boolean;
  selectable: boolean;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
};

/** The column headers, visible while the rows scroll; pressing one sorts by it. */
export function TableHead<Row>({ columns, template, hidden, selectable, sort = null, onSort }: Props<Row>) {
  return (
    <div role="rowgroup" className={hidden ? 'sr-only' : 'sticky top-0 z-10'}>
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-9 items-stretch border-line border-b bg-sunken font-medium text-muted"
      >
        {selectable && (
          <span role="columnheader" className="sr-only">
            {t`Selected`}
          </span>
        )}
        {selectable && <span aria-hidden="true" />}
        {columns.map((column) => (
          <Head
            key={column.id}
            column={column}
            hidden={hidden}
            sort={sort}
            {...(onSort && column.sort ? { onSort } : {})}
          />
        ))}
      </div>
    </div>
  );
}

type HeadProps<Row> = {
  column: Column<Row>;
  hidden: boolean;
  sort: Sort | null;
  onSort?: (sort: Sort) => void;
};

function Head<Row>({ column: { id, title, number = false }, hidden, sort, onSort }: HeadProps<Row>) {
  const down = sort?.column === id ? sort.down : null;
  const place = classNames('flex min-w-0 items-center gap-1 px-2', number && 'justify-end');
  const Arrow = down ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={down === null ? undefined : down ? 'descending' : 'ascending'}
      className="min-w-0"
    >
      {onSort && !hidden ? (
        <button
          type="button"
          className={classNames(place, 'size-full hover:text-ink focus-visible:-outline-offset-2')}
          onClick={() => onSort({ column: id, down: down === false })}
        >
          <span className="truncate">{title}</span>
          {down !== null && <Arrow size={14} className="shrink-0" />}
        </button>
      ) : (
        <span className={classNames(place, 'size-full')}>
          <span className="truncate">{title}</span>
        </span>
      )}
    </span>
  );
}
