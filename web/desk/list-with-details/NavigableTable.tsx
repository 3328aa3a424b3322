import { type ReactNode, useMemo, useState } from 'react';
import { useTimeZone } from '../../components/open-screen.ts';
import type { Column, Sort } from '../table/columns.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { useSteadyRows } from '../table/use-steady-rows.ts';
import { useRowNavigation } from './use-row-navigation.ts';

type Props<Row> = {
  /** The place, as named in the list and in the help of keys. */
  title: string;
  /** Identifies the list; when it changes, the rows are sorted again at once. */
  scope: string;
  columnsFor: (time_zone: string) => readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** A text that differs once the row has changed; changed rows are tinted. */
  versionOf?: (row: Row) => string;
  /** The row that is open next to the list. */
  open_key: string | null;
  onOpen: (key: string) => void;
  /** Renders a row of a narrow list. */
  narrow: (row: Row) => ReactNode;
};

/** A list whose rows open next to it, by pointer, or one after another by keys. */
export function NavigableTable<Row>(props: Props<Row>) {
  const { title, scope, columnsFor, keyOf, versionOf = JSON.stringify, open_key, onOpen } = props;
  const time_zone = useTimeZone();
  const [sort, setSort] = useState<Sort | null>(null);
  const columns = useMemo(() => columnsFor(time_zone), [columnsFor, time_zone]);
  const rows = useSteadyRows(props.rows, { columns, sort, keyOf, scope });
  const changed = useChangedRows(rows, { keyOf, versionOf, scope });
  useRowNavigation({ title, keys: rows.map(keyOf), open_key, onOpen });
  return (
    <DeskTable
      fill
      label={title}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      sort={sort}
      onSort={setSort}
      open_key={open_key}
      onOpen={(row) => onOpen(keyOf(row))}
      changed={changed}
      narrow={props.narrow}
    />
  );
}
