import { t } from '@lingui/core/macro';
import { memo, useId } from 'react';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { classNames } from '../../ui/class-names.ts';
import { BoardRow } from './BoardRow.tsx';
import { ColumnFacts, ColumnName } from './ColumnHead.tsx';

type Props = {
  driver: BoardDriver;
  /** True if the search does not match this driver. */
  hidden: boolean;
  now: number;
  time_zone: string;
  /** True if the stops are expanded; null if they are always shown. */
  disclosed: boolean | null;
  onToggle: (driver_id: number) => void;
  /** The stop that the Tab key reaches. */
  current: string | null;
  held_id: string | null;
  /** The number of other stops above the position where the dragged stop would be dropped. */
  drop_at: number | null;
  changed: ReadonlySet<string>;
};

/** A driver with their stops and cash. Memoised: it renders again only when one of its props changes. */
export const BoardColumn = memo(function BoardColumn(props: Props) {
  const { driver, disclosed, drop_at } = props;
  const name_id = useId();
  const shown = disclosed !== false;
  return (
    <section
      data-driver={driver.driver_id}
      data-count={driver.stops.length}
      aria-labelledby={name_id}
      hidden={props.hidden}
      className={classNames(
        'flex-col rounded-card border bg-surface',
        props.hidden ? 'hidden' : 'flex',
        // Most of forty columns are off-screen: they are laid out and painted only when they come near.
        disclosed === null && 'w-[27rem] max-w-full shrink-0 [content-visibility:auto]',
        drop_at === null ? 'border-line' : 'border-accent',
      )}
    >
      <header
        className={classNames('flex flex-col gap-1 px-3 py-2 text-sm', shown && 'border-line border-b')}
      >
        <ColumnName
          id={name_id}
          driver={driver}
          disclosed={disclosed}
          onToggle={() => props.onToggle(driver.driver_id)}
        />
        {shown && (
          <ColumnFacts
            driver={driver}
            counted={disclosed !== null}
            now={props.now}
            time_zone={props.time_zone}
          />
        )}
      </header>
      {shown && <Stops {...props} />}
    </section>
  );
});

function Stops({ driver, disclosed, current, held_id, drop_at, changed }: Props) {
  const others = driver.stops.filter(({ id }) => id !== held_id);
  // The side of a row where a line marks the drop position; the line takes no space.
  const line = (id: string) => {
    if (drop_at === null || id === held_id) return null;
    if (others[drop_at]?.id === id) return 'above' as const;
    return drop_at >= others.length && others.at(-1)?.id === id ? ('below' as const) : null;
  };
  return (
    <ol
      data-stops
      aria-label={t`Stops of ${driver.full_name}`}
      className={classNames(
        'min-h-9',
        disclosed === null &&
          'grid flex-1 auto-rows-min grid-cols-[auto_auto_minmax(0,5fr)_minmax(0,4fr)_auto_auto] overflow-y-auto overscroll-y-contain',
      )}
    >
      {driver.stops.map((stop) => (
        <BoardRow
          key={stop.id}
          stop={stop}
          in_columns={disclosed === null}
          is_current={stop.id === current}
          held={stop.id === held_id}
          line={line(stop.id)}
          changed={changed.has(stop.id)}
        />
      ))}
      {driver.stops.length === 0 && (
        <li
          className={classNames(
            'col-span-full px-3 py-2 text-sm',
            drop_at === null ? 'text-muted' : 'text-accent',
          )}
        >
          {drop_at === null ? t`No stops left` : t`Drop it here`}
        </li>
      )}
    </ol>
  );
}
