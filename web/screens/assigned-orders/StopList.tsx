import { plural, t } from '@lingui/core/macro';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { Stop } from '../../commands/delivery/stops.ts';
import { type StopsRead, useArrangement } from '../../commands/delivery/use-stops.ts';
import { useProfile } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { findStops } from './find-stops.ts';
import { StopRow } from './StopRow.tsx';
import { sumToCollect } from './stop-sums.ts';
import { useDragging } from './use-dragging.ts';

const LIST = 'flex flex-col gap-1.5';
/** Shorter lists have no search field. */
const SEARCHED_MIN = 6;

/** The remaining stops in driving order, then those confirmed on this device and not sent yet. */
export function StopList({ read, stops }: { read: StopsRead; stops: readonly Stop[] }) {
  const [typed, setTyped] = useState('');
  const left = stops.filter(({ confirmed }) => !confirmed);
  const confirmed = stops.filter((stop) => stop.confirmed);
  const opening = useOpening(read.next?.order.id ?? left[0]?.order.id);
  const searched = typed.trim() !== '';
  const found = findStops(stops, typed);
  return (
    <>
      <p className="font-semibold text-section">{summary(left)}</p>
      {stops.length >= SEARCHED_MIN && (
        <div className="flex flex-col gap-1">
          <Field
            label={t`Find by number or name`}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p role="status" className="text-muted text-sm empty:hidden">
            {searched && t`${found.length} of ${plural(stops.length, { one: '# stop', other: '# stops' })}`}
          </p>
        </div>
      )}
      {searched ? (
        <Found stops={found} opening={opening} />
      ) : (
        <>
          <Arranged read={read} stops={left} all={stops} opening={opening} />
          {confirmed.length > 0 && <Confirmed stops={confirmed} opening={opening} />}
        </>
      )}
    </>
  );
}

function summary(left: readonly Stop[]): string {
  const to_collect = formatMoney(sumToCollect(left.map(({ order }) => order)));
  return t`${plural(left.length, { one: '# stop', other: '# stops' })} · ${to_collect} to collect`;
}

type Opening = ReturnType<typeof useOpening>;

/** Tracks the expanded stops. The next stop is expanded until the user collapses it. */
function useOpening(next_id: string | undefined) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (id: string) => toggled.get(id) ?? id === next_id;
  const toggle = (id: string) => setToggled((before) => new Map(before).set(id, !isOpen(id)));
  /**
   * Fixes the current state of these stops, so that a move that changes the next stop expands or collapses
   * none.
   */
  const keep = (ids: readonly string[]) => setToggled(new Map(ids.map((id) => [id, isOpen(id)])));
  return { isOpen, toggle, keep };
}

function rowOf(stop: Stop, { isOpen, toggle }: Opening) {
  const { id } = stop.order;
  return { stop, open: isOpen(id), onToggle: () => toggle(id) };
}

type RowsProps = { stops: readonly Stop[]; opening: Opening };

function Found({ stops, opening }: RowsProps) {
  if (stops.length === 0) return <EmptyState icon={SearchX} title={t`No stop has this number or name`} />;
  return <Rows stops={stops} opening={opening} />;
}

function Confirmed({ stops, opening }: RowsProps) {
  return (
    <section aria-label={t`Delivered from this device`} className="flex flex-col gap-2">
      <h3 className="font-semibold text-section">{t`Delivered from this device`}</h3>
      <Rows stops={stops} opening={opening} />
    </section>
  );
}

/** A plain list of stops that cannot be moved. */
function Rows({ stops, opening }: RowsProps) {
  return (
    <ol className={LIST}>
      {stops.map((stop) => (
        <li key={stop.order.id}>
          <StopRow {...rowOf(stop, opening)} handle={null} />
        </li>
      ))}
    </ol>
  );
}

type ArrangedProps = { read: StopsRead; stops: readonly Stop[]; all: readonly Stop[]; opening: Opening };

/** The remaining stops, arranged by handles and buttons. */
function Arranged({ read, stops, all, opening }: ArrangedProps) {
  const { move } = useArrangement(read, useProfile());
  const ids = stops.map(({ order }) => order.id);
  const all_ids = all.map(({ order }) => order.id);
  const nameOf = (id: string) => {
    const number = stops.find(({ order }) => order.id === id)?.order.order_number ?? '';
    return t`Order #${number}`;
  };
  const dragging = useDragging(ids, nameOf, move);
  const { held_id, order } = dragging;
  const step = (id: string, by: number) => {
    opening.keep(all_ids);
    dragging.step(id, by);
  };
  const movable = stops.length > 1;
  return (
    <>
      <p role="status" className="sr-only">
        {dragging.announcement}
      </p>
      <ol className={LIST}>
        {stops.map((stop) => {
          const { id } = stop.order;
          const at = order.indexOf(id);
          const row = rowOf(stop, opening);
          return (
            <li key={id} ref={dragging.row(id)} style={{ order: at }}>
              <StopRow
                {...row}
                open={row.open && held_id !== id}
                held={held_id === id}
                handle={movable ? dragging.handle(id) : null}
                stepping={
                  movable ? { up: at > 0, down: at < stops.length - 1, step: (by) => step(id, by) } : null
                }
              />
            </li>
          );
        })}
      </ol>
    </>
  );
}
