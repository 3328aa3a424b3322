import { t } from '@lingui/core/macro';
import { memo, useId } from 'react';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { classNames } from '../../ui/class-names.ts';
import { BoardRow } from './BoardRow.tsx';
import { ColumnFacts, ColumnName } from './ColumnHead.tsx';

type Props = {
  driver: BoardDriver;
  /** Another driver is looked for. */
  hidden: boolean;
  now: number;
  time_zone: string;
  /** Whether what is in it is shown; null: always. */
  disclosed: boolean | null;
  onToggle: (driver_id: number) => void;
  /** The stop that the Tab key comes to. */
  current: string | null;
  held_id: string | null;
  /** Where a dragged stop would be put: behind so many of the others. */
  drop_at: number | null;
  changed: ReadonlySet<string>;
};

/** One driver with what they have of the shop; drawn anew only when something of it has changed. */
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
        // Most of forty lie beyond the edge: until they come near they are neither laid out nor painted.
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
  // A line where it would come between them, which takes no room of theirs.
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
          {drop_at === null ? t`No stops left` : t`Put it here`}
        </li>
      )}
    </ol>
  );
}
