import { t } from '@lingui/core/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';

type Props = {
  /** To how many things it is narrowed. */
  count: number;
  /** What is wrong in there has to be seen. */
  opened?: boolean;
  children: ReactNode;
};

/** What a list is narrowed to: on a phone behind a button, which says how much that is. */
export function Narrow({ count, opened = false, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(opened);
  return (
    <>
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={id}
        className="px-3 py-1 font-medium text-sm pointer-coarse:min-h-12 sm:hidden"
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal size={16} />
        {count === 0 ? t`Narrow` : t`Narrow (${count})`}
      </Button>
      <div
        id={id}
        className={classNames(
          'min-w-0 flex-wrap items-center gap-x-3 gap-y-1 sm:contents',
          open ? 'flex' : 'hidden',
        )}
      >
        {children}
      </div>
    </>
  );
}
