import { t } from '@lingui/core/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';

type Props = {
  /** The number of active filters. */
  count: number;
  /** Opens the filters initially, for example to show an error in them. */
  opened?: boolean;
  children: ReactNode;
};

/** The filters of a list; on a narrow screen behind a button that shows the number of active filters. */
export function FilterDisclosure({ count, opened = false, children }: Props) {
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
        {count === 0 ? t`Filters` : t`Filters (${count})`}
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
