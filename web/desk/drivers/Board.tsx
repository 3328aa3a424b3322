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
import { inSteadyOrder } from '../table/columns.ts';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { BoardSums } from './BoardSums.tsx';
import { inFirstOrder, placeOnBoard, stopOnBoard, withMoves } from './board-places.ts';
import { HeldCopy } from './HeldCopy.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { notKnownWords, useBoardMoves } from './use-board-moves.ts';
import { useHeldStop } from './use-held-stop.ts';
import { useStopKeys } from './use-stop-keys.ts';
import { useStopPointer } from './use-stop-pointer.ts';

const LOOK_MS = 20_000;
const NONE: ReadonlySet<string> = new Set();

type Props = {
  read: readonly BoardDriver[];
  /** Whom one looks for. */
  typed: string;
  side_by_side: boolean;
};

/** The drivers as columns of stops, or below one another; stops are moved by dragging, by keys, and from a list. */
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
  const found = useMemo(() => calledSo(drivers, typed), [drivers, typed]);
  const holding = useHeldStop(drivers, moves.add);
  /** Which stop is to be moved, and the board as it was when that was asked. */
  const [asked, setAsked] = useState<{ order_id: string; seen: readonly BoardDriver[] } | null>(null);
  const ask = (order_id: string | null) => setAsked(order_id === null ? null : { order_id, seen: drivers });
  const keys = useStopKeys(board, holding);
  const pointer = useStopPointer(board, holding, ask);
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
  const now = useNow(LOOK_MS);
  const time_zone = useTimeZone();
  useDeskActions(t`Drivers`, [
    {
      id: 'move_stop',
      title: t`Move the stop…`,
      key: 'm',
      unavailable:
        keys.focused() === null && keys.current === null ? t`There is no stop to move.` : undefined,
      run: () => ask(keys.focused() ?? keys.current),
    },
    // Not heard as one key: it says which keys there are.
    { id: 'carry_stop', title: t`Take the stop along`, key: 'alt+↑↓←→', by_key_only: true, run: () => {} },
  ]);
  const { held, shown } = holding;
  const source = held && placeOnBoard(held.seen, held.order_id);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <BoardSums drivers={drivers} />
      {moves.unknown && (
        <Notice
          tone="warn"
          title={notKnownWords()}
          action={<Button variant="secondary" onClick={moves.again}>{t`Send again`}</Button>}
        />
      )}
      <p role="status" className="sr-only">
        {holding.said}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what lies in it has the focus and the handles */}
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
      {asked !== null && (
        <MoveDialog
          drivers={asked.seen}
          order_id={asked.order_id}
          onPut={(place) => holding.put(asked.seen, asked.order_id, place)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** Null: nothing is typed, and all of them are shown. */
function calledSo(drivers: readonly BoardDriver[], typed: string): ReadonlySet<number> | null {
  if (typed.trim() === '') return null;
  const choices = drivers.map(({ driver_id, full_name }) => ({ id: `${driver_id}`, title: full_name }));
  return new Set(matching(choices, typed).map(({ id }) => Number(id)));
}

/** Who goes out or comes back stays at the same place while one looks. */
function useSteadyDrivers(drivers: readonly BoardDriver[]): readonly BoardDriver[] {
  const stood = useRef<readonly string[]>([]);
  const steady = useMemo(
    () => inSteadyOrder(inFirstOrder(drivers), ({ driver_id }) => `${driver_id}`, stood.current),
    [drivers],
  );
  stood.current = steady.map(({ driver_id }) => `${driver_id}`);
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
