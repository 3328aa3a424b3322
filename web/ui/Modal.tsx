import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className: string;
  children: ReactNode;
  /** Whether a description is among the children, to be read out with the title. */
  described: boolean;
  /** What takes the focus first; without it, the first that can. */
  focusFirst?: (content: HTMLElement) => HTMLElement;
  /** Where the focus goes afterwards; without it, back to where it was. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  /** The backdrop does not close it. */
  steady?: boolean;
  /** Alone on the paper when the page is printed. */
  printable?: boolean | undefined;
};

/**
 * What lies over the page and holds the focus; Escape and the browser's Back close it. It opens without a trigger of its own: on closing, the focus goes to `focusAfter`, else
 * back to where it was before, unless the page has already put it elsewhere, as after a navigation.
 */
export function Modal(props: ModalProps) {
  const { focusFirst, focusAfter } = props;
  const before = useRef<Element | null>(null);
  useBackCloses(props.open, () => props.onOpenChange(false));

  function onOpenAutoFocus(event: Event): void {
    before.current = document.activeElement;
    if (!focusFirst || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    focusFirst(event.target).focus();
  }

  function onCloseAutoFocus(event: Event): void {
    // What the library does instead knows of no place to go to and leaves the focus on the page as a whole.
    event.preventDefault();
    const target = focusAfter?.();
    if (target) target.focus();
    else if (document.activeElement === document.body) giveBackTo(before.current);
  }

  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-[fade-in_120ms_ease-out] bg-black/50 print:hidden" />
        <Radix.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          onPointerDownOutside={(event) => props.steady && event.preventDefault()}
          onInteractOutside={keepOpenUnderToasts}
          data-print={props.printable}
          {...(props.described ? {} : { 'aria-describedby': undefined })}
          className={props.className}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What has gone meanwhile, as a button that what was asked is no longer for, cannot have it. */
function giveBackTo(before: Element | null): void {
  const target = before?.isConnected ? before : document.getElementById('content');
  if (target instanceof HTMLElement) target.focus();
}

/** Dismissing a toast that lies over it must not close it. */
function keepOpenUnderToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
