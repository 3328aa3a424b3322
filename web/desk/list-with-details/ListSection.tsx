import { type ReactNode, useId, useMemo } from 'react';
import { useTimeZone } from '../../components/open-screen.ts';
import { formatCount } from '../figures/format-count.ts';
import type { Column } from '../table/columns.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { useChangedRows } from '../table/use-changed-rows.ts';

type Props<Row> = {
  title: string;
  rows: readonly Row[];
  /** The text shown without rows; without it, an empty section is not shown. */
  none?: string;
  columnsFor: (time_zone: string) => readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The row that is open next to the list. */
  open_key: string | null;
  onOpen: (key: string) => void;
  /** Renders a row of a narrow list. */
  narrow: (row: Row) => ReactNode;
};

/** The scrolling part of a place with several titled lists. */
export function ListSections({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto">{children}</div>;
}

/** One of several titled lists in a place; it is as high as its rows. */
export function ListSection<Row>(props: Props<Row>) {
  const { title, rows, none, columnsFor, keyOf, onOpen } = props;
  const id = useId();
  const time_zone = useTimeZone();
  const columns = useMemo(() => columnsFor(time_zone), [columnsFor, time_zone]);
  const changed = useChangedRows(rows, { keyOf, versionOf: JSON.stringify, scope: title });
  if (rows.length === 0 && none === undefined) return null;
  return (
    <section aria-labelledby={id} className="flex shrink-0 flex-col gap-2">
      <h3 id={id} className="font-semibold text-section">
        {title}
        {rows.length > 0 && <span className="font-normal text-muted"> {formatCount(rows.length)}</span>}
      </h3>
      {rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <DeskTable
          whole
          label={title}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          open_key={props.open_key}
          onOpen={(row) => onOpen(keyOf(row))}
          changed={changed}
          narrow={props.narrow}
        />
      )}
    </section>
  );
}
