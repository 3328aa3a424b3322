import { t } from '@lingui/core/macro';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useDeskActions } from '../actions/desk-actions.ts';
import { matching } from '../pick/choices.ts';
import { keepOrder } from '../table/columns.ts';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { BoardSums } from './BoardSums.tsx';
import { inFirstOrder, placeOnBoard, stopOnBoard, withMoves } from './board-places.ts';
import { HeldCopy } from './HeldCopy.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { unknownMoveText, useBoardMoves } from './use-board-moves.ts';
import { useHeldStop } from './use-held-stop.ts';
import { useStopKeys } from './use-stop-keys.ts';
import { useStopPointer } from './use-stop-pointer.ts';

const CLOCK_MS = 20_000;
const NONE: ReadonlySet<string> = new Set();

type Props = {
  read: readonly BoardDriver[];
  /** The text of the driver search. */
  typed: string;
  side_by_side: boolean;
};

/**
 * The drivers with their stops, side by side or stacked. Stops move by dragging, by keys or through a
 * dialog.
 */
export function Board({ read, typed, side_by_side }: Props) {
  const moves = useBoardMoves();
  const board = useRef<HTMLDivElement>(null);
  const drivers = useSteadyDrivers(
    useMemo(
      () =>
        withMoves(
          read,
          moves.waiting.map(({ arranged }) => arranged),
        ),
      [read, moves.waiting],
    ),
  );
  const found = useMemo(() => driversMatching(drivers, typed), [drivers, typed]);
  const holding = useHeldStop(drivers, moves.add);
  /** The stop to be moved, and the board as it was when the dialog opened. */
  const [moving, setMoving] = useState<{ order_id: string; seen: readonly BoardDriver[] } | null>(null);
  const askMove = (order_id: string | null) =>
    setMoving(order_id === null ? null : { order_id, seen: drivers });
  const keys = useStopKeys(board, holding);
  const pointer = useStopPointer(board, holding, askMove);
  const changed = useChangedStops(read);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback(
    (driver_id: number) =>
      setOpened(
        (some) =>
          new Set(some.has(driver_id) ? [...some].filter((id) => id !== driver_id) : [...some, driver_id]),
      ),
    [],
  );
  const now = useNow(CLOCK_MS);
  const time_zone = useTimeZone();
  useDeskActions(t`Drivers`, [
    {
      id: 'move_stop',
      title: t`Move the stop…`,
      key: 'm',
      unavailable:
        keys.focused() === null && keys.current === null ? t`There is no stop to move.` : undefined,
      run: () => askMove(keys.focused() ?? keys.current),
    },
    // For the overview of keys only: `useStopKeys` handles these keys.
    {
      id: 'carry_stop',
      title: t`Move the stop with the keys`,
      key: 'alt+↑↓←→',
      by_key_only: true,
      run: () => {},
    },
  ]);
  const { held, shown } = holding;
  const source = held && placeOnBoard(held.seen, held.order_id);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <BoardSums drivers={drivers} />
      {moves.unknown && (
        <Notice
          tone="warn"
          title={unknownMoveText()}
          action={<Button variant="secondary" onClick={moves.again}>{t`Send again`}</Button>}
        />
      )}
      <p role="status" className="sr-only">
        {holding.announcement}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its children have the focus and the handles */}
      <div
        ref={board}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.onPointerUp}
        onPointerCancel={pointer.onPointerCancel}
        onClick={pointer.onClick}
        className={classNames(
          'flex min-w-0 gap-3',
          side_by_side ? 'min-h-0 flex-1 overflow-x-auto pb-2' : 'flex-col',
          held?.by === 'pointer' && 'cursor-grabbing select-none',
        )}
      >
        {shown.map((driver) => {
          const { driver_id } = driver;
          const is_source = held?.by === 'pointer' && source?.driver_id === driver_id;
          const is_target = held?.place?.driver_id === driver_id;
          const has = (id: string | null) => id !== null && driver.stops.some((stop) => stop.id === id);
          return (
            <BoardColumn
              key={driver_id}
              driver={driver}
              hidden={found !== null && !found.has(driver_id) && !is_target && !is_source}
              now={now}
              time_zone={time_zone}
              disclosed={side_by_side ? null : opened.has(driver_id)}
              onToggle={toggle}
              current={has(keys.current) ? keys.current : null}
              held_id={has(held?.order_id ?? null) ? (held?.order_id ?? null) : null}
              drop_at={held?.by === 'pointer' && is_target ? (held.place?.at ?? null) : null}
              changed={driver.stops.some(({ id }) => changed.has(id)) ? changed : NONE}
            />
          );
        })}
      </div>
      <HeldCopy
        ref={pointer.copy}
        stop={held?.by === 'pointer' ? stopOnBoard(held.seen, held.order_id) : undefined}
        refused={held?.place === null}
      />
      {moving !== null && (
        <MoveDialog
          drivers={moving.seen}
          order_id={moving.order_id}
          onPut={(place) => holding.put(moving.seen, moving.order_id, place)}
          onClose={() => setMoving(null)}
        />
      )}
    </div>
  );
}

/** Returns the ids of the drivers found; null if nothing is typed and all are shown. */
function driversMatching(drivers: readonly BoardDriver[], typed: string): ReadonlySet<number> | null {
  if (typed.trim() === '') return null;
  const choices = drivers.map(({ driver_id, full_name }) => ({ id: `${driver_id}`, title: full_name }));
  return new Set(matching(choices, typed).map(({ id }) => Number(id)));
}

/** Keeps each driver in the same position while the board is open, also when a status changes. */
function useSteadyDrivers(drivers: readonly BoardDriver[]): readonly BoardDriver[] {
  const previous = useRef<readonly string[]>([]);
  const steady = useMemo(
    () => keepOrder(inFirstOrder(drivers), ({ driver_id }) => `${driver_id}`, previous.current),
    [drivers],
  );
  previous.current = steady.map(({ driver_id }) => `${driver_id}`);
  return steady;
}

function useChangedStops(drivers: readonly BoardDriver[]): ReadonlySet<string> {
  const stops = useMemo(
    () => drivers.flatMap(({ driver_id, stops }) => stops.map((stop) => ({ driver_id, ...stop }))),
    [drivers],
  );
  return useChangedRows(stops, {
    keyOf: ({ id }) => id,
    versionOf: ({ driver_id, version, status }) => `${driver_id} ${version} ${status}`,
    scope: 'board',
  });
}
