import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className: string;
  children: ReactNode;
  /** True if the children contain a description, announced with the title. */
  described: boolean;
  /** Returns the element that gets the focus first; by default the first focusable one. */
  focusFirst?: (content: HTMLElement) => HTMLElement;
  /** Returns the element that gets the focus on closing; by default the previously focused one. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  /** True if a press on the backdrop does not close it. */
  steady?: boolean;
  /** True if only this is printed when the page is printed. */
  printable?: boolean | undefined;
};

/**
 * A layer over the page that traps the focus; Escape and the browser's Back close it. It has no trigger of
 * its own: on closing, the focus goes to `focusAfter`, else back to the previously focused element, unless
 * the page has already moved it, for example after a navigation.
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
    // Radix would focus its trigger; without one, the focus would stay on the document body.
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

/** Focuses the page's content if the element no longer exists, such as the button of an answered question. */
function giveBackTo(before: Element | null): void {
  const target = before?.isConnected ? before : document.getElementById('content');
  if (target instanceof HTMLElement) target.focus();
}

/** Prevents a press on a toast over the dialog from closing the dialog. */
function keepOpenUnderToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
