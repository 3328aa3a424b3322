import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useMedia } from '../../ui/use-media.ts';
import { PrintedTable } from '../print/PrintedTable.tsx';
import { usePrinting } from '../print/use-printing.ts';
import type { Column, Sort } from './columns.ts';
import { moveBy, moveTo, rangeTo, toggle } from './selection.ts';
import { useFocusCurrentRow, useSteadyScroll } from './steady-scroll.ts';
import { TableFoot, type TableFootParts } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import type { Selecting } from './use-selection.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import { useWidth } from './use-width.ts';

/** The height of a row in px, with a mouse and on a touch screen; a narrow row has two lines. */
const ROW_PX = { fine: 36, touched: 48, narrow: 64 };
/** A list narrower than this, in px, renders each row by `narrow`. */
export const NARROW_PX = 500;
const NONE: ReadonlySet<string> = new Set();

type Props<Row> = {
  /** The name of the list for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Enables moving, selecting and opening by keyboard; without it the list is read-only. */
  selecting?: Selecting;
  /** The row whose details are open. */
  open_key?: string | null;
  onOpen?: (row: Row) => void;
  /** The keys of rows changed by other users. */
  changed?: ReadonlySet<string>;
  /** Renders a whole row in a narrow list. */
  narrow?: (row: Row) => ReactNode;
  /** The height of such a row in px, if two lines are not enough. */
  narrow_px?: number;
  /** The totals of the columns, visible below the rows; in one line in a narrow list. */
  foot?: TableFootParts;
  /** All rows, if paper shows more of them than the screen. */
  printed_rows?: readonly Row[] | undefined;
  /** Fills the height of its place; otherwise the list is as high as its rows, up to 75 % of the screen. */
  fill?: boolean;
  /** Makes the list as high as its rows, in a place that scrolls itself. */
  whole?: boolean;
  /** Called when the last rows become visible. */
  onEnd?: () => void;
  /** The scrolling element, if its position is stored. */
  box?: RefObject<HTMLDivElement | null>;
  /** Shows below the list which columns are hidden for lack of room. */
  hiddenColumns?: (titles: readonly string[]) => ReactNode;
};

/**
 * A dense list with rows of one height, of which only the visible ones are rendered. The visible rows do not
 * move when rows above them are added or removed. It uses explicit ARIA roles, since table elements cannot be
 * laid out this way.
 */
export function DeskTable<Row>(props: Props<Row>) {
  const {
    label,
    rows,
    keyOf,
    selecting,
    open_key = null,
    changed = NONE,
    narrow,
    fill = false,
    whole = false,
  } = props;
  const own_box = useRef<HTMLDivElement>(null);
  const box = props.box ?? own_box;
  const printing = usePrinting();
  const touched = useMedia('(pointer: coarse)');
  const width = useWidth(box, bordersOf(props.columns));
  const is_narrow = narrow !== undefined && width < NARROW_PX;
  const row_px = is_narrow ? (props.narrow_px ?? ROW_PX.narrow) : touched ? ROW_PX.touched : ROW_PX.fine;
  const columns = useMemo(
    () => props.columns.filter(({ needs_px = 0 }) => width >= needs_px),
    [props.columns, width],
  );
  const current = selecting?.current ?? null;
  const current_at = current === null ? -1 : rows.findIndex((row) => keyOf(row) === current);
  const { from, to } = useVisibleRows(box, { count: rows.length, row_px });
  const head_px = (is_narrow ? 0 : ROW_PX.fine) + (props.foot ? ROW_PX.fine : 0);
  useSteadyScroll(box, rows, keyOf, row_px);
  useFocusCurrentRow(box, { current, current_at, moves: selecting?.moves ?? 0, row_px, head_px });

  const rowOf = (target: EventTarget | null) => {
    const at = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : null;
    return at == null ? undefined : rows[Number(at)];
  };

  function onClick(event: MouseEvent): void {
    const row = rowOf(event.target);
    if (!row || !(event.target instanceof Element)) return;
    const key = keyOf(row);
    // A click on the checkbox only selects; a link or a button in a row handles its own click.
    const on_checkbox = event.target.closest('[data-select]') !== null;
    if (!on_checkbox && event.target.closest('a,button,input,select,label')) return;
    if (selecting && event.shiftKey) selecting.change(rangeTo(key));
    else if (selecting && (on_checkbox || event.ctrlKey || event.metaKey)) selecting.change(toggle(key));
    else {
      selecting?.change(moveTo(key));
      props.onOpen?.(row);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!selecting || !(event.target instanceof HTMLElement)) return;
    const is_row = event.target.hasAttribute('data-row');
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - head_px) / row_px) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    const row = rowOf(event.target);
    if (step !== undefined) {
      selecting.change(moveBy(step));
      // With Shift, every row passed is selected.
      const to = event.shiftKey && rows[Math.max(0, Math.min(rows.length - 1, current_at + step))];
      if (to) selecting.change(rangeTo(keyOf(to)));
    } else if (is_row && row && event.key === 'Enter') props.onOpen?.(row);
    else if (is_row && row && event.key === ' ') selecting.change(toggle(keyOf(row)));
    else return;
    event.preventDefault();
  }

  const template = `${selecting ? '2.25rem ' : ''}${is_narrow ? 'minmax(0,1fr)' : columns.map((column) => column.width).join(' ')}`;
  // The focused row stays rendered, or scrolling would lose the focus.
  const kept = current_at >= to || (current_at >= 0 && current_at < from) ? [current_at] : [];
  const drawn = [...Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at), ...kept];
  useEndInSight(to, rows.length, props.onEnd);
  return (
    <>
      {printing && (
        <PrintedTable
          label={label}
          columns={props.columns}
          rows={props.printed_rows ?? rows}
          keyOf={keyOf}
          foot={props.foot}
        />
      )}
      <div
        ref={box}
        className={classNames(
          'relative min-w-0 overflow-auto rounded-card border border-line bg-surface text-sm print:hidden',
          whole ? 'shrink-0' : 'overscroll-contain',
          fill ? 'min-h-0 flex-1' : !whole && 'max-h-[75dvh]',
        )}
      >
        <div
          role={selecting ? 'grid' : 'table'}
          aria-label={label}
          aria-rowcount={rows.length + (props.foot ? 2 : 1)}
          aria-multiselectable={selecting ? true : undefined}
          tabIndex={selecting && current_at < 0 && rows.length > 0 ? 0 : undefined}
          onFocus={(event) => {
            if (event.target === event.currentTarget) selecting?.change(moveBy(0));
          }}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <TableHead
            columns={columns}
            template={template}
            hidden={is_narrow}
            selectable={selecting !== undefined}
            {...(props.onSort ? { sort: props.sort ?? null, onSort: props.onSort } : {})}
          />
          <div role="rowgroup" className="relative" style={{ height: rows.length * row_px }}>
            {width > 0 &&
              drawn.map((index) => {
                const row = rows[index];
                if (!row) return null;
                const key = keyOf(row);
                return (
                  <TableRow
                    key={key}
                    row={row}
                    index={index}
                    row_px={row_px}
                    template={template}
                    columns={columns}
                    narrow={is_narrow ? narrow : undefined}
                    selectable={selecting !== undefined}
                    selected={selecting?.selected.has(key) ?? false}
                    current={index === current_at}
                    open={key === open_key}
                    opens={props.onOpen !== undefined}
                    changed={changed.has(key)}
                  />
                );
              })}
          </div>
          {props.foot && (
            <TableFoot
              foot={props.foot}
              columns={columns}
              template={template}
              narrow={is_narrow}
              index={rows.length + 2}
              selectable={selecting !== undefined}
            />
          )}
        </div>
      </div>
      {width > 0 &&
        !is_narrow &&
        columns.length < props.columns.length &&
        props.hiddenColumns?.(props.columns.flatMap((one) => (columns.includes(one) ? [] : one.title)))}
    </>
  );
}

/** The widths in px at which columns appear or disappear, see `useWidth`. */
function bordersOf<Row>(columns: readonly Column<Row>[]): string {
  return [1, NARROW_PX, ...columns.flatMap(({ needs_px }) => needs_px ?? [])].join(' ');
}

/** Requests more rows when the last ones are rendered. */
function useEndInSight(drawn_to: number, rows: number, onEnd: (() => void) | undefined): void {
  const at_end = rows > 0 && drawn_to >= rows;
  const ask = useRef(onEnd);
  useEffect(() => {
    ask.current = onEnd;
  });
  const may_ask = onEnd !== undefined;
  useEffect(() => {
    if (at_end && may_ask) ask.current?.();
  }, [at_end, may_ask]);
}
