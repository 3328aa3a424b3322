import type { Ref } from 'react';
import type { BoardStop } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { classNames } from '../../ui/class-names.ts';
import { StopCells } from './BoardRow.tsx';

type Props = {
  ref: Ref<HTMLDivElement>;
  /** The dragged stop. */
  stop: BoardStop | undefined;
  /** True if the stop cannot be dropped at the pointer's position. */
  refused: boolean;
};

/** A copy of the dragged stop that follows the pointer; hidden from screen readers. */
export function HeldCopy({ ref, stop, refused }: Props) {
  if (!stop) return null;
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={classNames(
        'pointer-events-none fixed start-3 top-2 z-50 grid h-9 w-[24rem] grid-cols-[auto_minmax(0,3fr)_minmax(0,2fr)_auto_auto] items-center gap-2 rounded-card border bg-surface px-3 text-sm shadow-float',
        refused ? 'border-line opacity-60' : 'border-accent',
      )}
    >
      <StopCells stop={stop} />
    </div>
  );
}
