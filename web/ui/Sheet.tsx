import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { keepOpenUnderToasts } from './toast-target.ts';
import { useFocusReturn } from './use-focus-return.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; title: string; children: ReactNode };

/** A panel from the edge where a line starts, 18rem wide; on phones the sidebar lies in one. */
export function Sheet({ open, onOpenChange, title, children }: Props) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-[fade-in_120ms_ease-out] bg-black/50" />
        <Radix.Content
          aria-describedby={undefined}
          {...focusReturn}
          onInteractOutside={keepOpenUnderToasts}
          className="fixed inset-y-0 start-0 z-50 flex w-[18rem] max-w-[85vw] animate-[sheet-in_160ms_ease-out] flex-col bg-surface shadow-float"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
