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
  const opening = useOpening();
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
        <Found stops={found} left={left} opening={opening} />
      ) : (
        <>
          <Arranged read={read} stops={left} opening={opening} />
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

/** Tracks the stops that the user expanded. */
function useOpening() {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const isOpen = (id: string) => opened.includes(id);
  const toggle = (id: string) =>
    setOpened((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  return { isOpen, toggle };
}

function rowOf(stop: Stop, { isOpen, toggle }: Opening) {
  const { id } = stop.order;
  return { stop, open: isOpen(id), onToggle: () => toggle(id) };
}

/** Returns the number shown for a place in the driving order; -1 has none. */
function numberOf(at: number): number | null {
  return at < 0 ? null : at + 1;
}

type RowsProps = { stops: readonly Stop[]; opening: Opening };

/** The search's results, with the numbers that they have among the remaining stops. */
function Found({ stops, left, opening }: RowsProps & { left: readonly Stop[] }) {
  if (stops.length === 0) return <EmptyState icon={SearchX} title={t`No stop has this number or name`} />;
  return <Rows stops={stops} left={left} opening={opening} />;
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
function Rows({ stops, left = [], opening }: RowsProps & { left?: readonly Stop[] }) {
  return (
    <ol className={LIST}>
      {stops.map((stop) => (
        <li key={stop.order.id}>
          <StopRow {...rowOf(stop, opening)} number={numberOf(left.indexOf(stop))} handle={null} />
        </li>
      ))}
    </ol>
  );
}

type ArrangedProps = RowsProps & { read: StopsRead };

/** The remaining stops, arranged by handles and buttons. */
function Arranged({ read, stops, opening }: ArrangedProps) {
  const { move } = useArrangement(read, useProfile());
  const ids = stops.map(({ order }) => order.id);
  const nameOf = (id: string) => {
    const number = stops.find(({ order }) => order.id === id)?.order.order_number ?? '';
    return t`Order #${number}`;
  };
  const dragging = useDragging(ids, nameOf, move);
  const { held_id, order } = dragging;
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
                number={numberOf(at)}
                open={row.open && held_id !== id}
                held={held_id === id}
                handle={movable ? dragging.handle(id) : null}
                stepping={
                  movable
                    ? { up: at > 0, down: at < stops.length - 1, step: (by) => dragging.step(id, by) }
                    : null
                }
              />
            </li>
          );
        })}
      </ol>
    </>
  );
}
