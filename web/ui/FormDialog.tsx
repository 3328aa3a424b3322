import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Dialog } from './Dialog.tsx';
import { Modal, type ModalProps } from './Modal.tsx';
import { ToastPlace } from './ToastPlace.tsx';

type Props = Pick<ModalProps, 'focusAfter' | 'children'> & {
  title: string;
  description?: ReactNode;
  /**
   * Buttons that stay visible while the form scrolls. A Cancel button calls `close`, which asks first if
   * `dirty`.
   */
  footer: (close: () => void) => ReactNode;
  /** True if the form has unsaved input: closing asks for confirmation. */
  dirty?: boolean;
  /** True while a request is being sent: the dialog cannot be closed. */
  locked?: boolean;
  /** Called for Escape, Back and the close button. A click on the backdrop does not close the dialog. */
  onClose: () => void;
};

/** A form over the page: full-screen on phones, else a panel wide enough for two signatures. */
export function FormDialog({
  title,
  description,
  footer,
  dirty = false,
  locked = false,
  onClose,
  focusAfter,
  children,
}: Props) {
  const [asking, setAsking] = useState(false);
  function close(): void {
    if (locked) return;
    if (dirty) setAsking(true);
    else onClose();
  }
  return (
    <Modal
      open
      onOpenChange={(open) => !open && close()}
      described={Boolean(description)}
      steady
      focusFirst={firstField}
      focusAfter={focusAfter}
      className={classNames(
        'fixed inset-0 z-50 flex flex-col bg-surface pt-[env(safe-area-inset-top)] outline-none',
        'md:inset-x-0 md:top-1/2 md:bottom-auto md:mx-auto md:max-h-[calc(100dvh-2rem)] md:w-[42rem] md:max-w-[calc(100vw-2rem)]',
        'md:-translate-y-1/2 md:rounded-card md:pt-0 md:shadow-float',
        'animate-[fade-in_120ms_ease-out]',
      )}
    >
      <header className="flex flex-wrap items-center justify-end gap-x-3 border-line border-b py-2.5 pe-2 ps-4 md:py-4 md:pe-4 md:ps-6">
        <Radix.Title className="min-w-0 flex-[1_1_10rem] font-semibold text-section">{title}</Radix.Title>
        <Button variant="quiet" className="px-3 font-medium" disabled={locked} onClick={close}>
          <X size={18} />
          {t`Close`}
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-4 py-5 md:px-6">
        {/* It scrolls with the form, which would have no room below it at twice the text size. */}
        {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
        {children}
      </div>
      <ToastPlace level="dialog" />
      <footer className="flex flex-wrap gap-2 *:wrap-anywhere *:min-h-12 *:min-w-0 *:grow md:*:grow-0 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:justify-end md:rounded-b-card md:px-6 md:py-4">
        {footer(close)}
      </footer>
      {asking && !locked && dirty && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onClose} />}
    </Modal>
  );
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title={t`Discard what you entered?`}
      description={t`Your input has not been sent and will be lost.`}
    >
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onKeep}>
          {t`Keep editing`}
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          {t`Discard`}
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns the element to focus. On touch screens a focused field would open the keyboard over the form. */
function firstField(content: HTMLElement): HTMLElement {
  const field = content.querySelector<HTMLElement>('[data-first-field]');
  return field && window.matchMedia('(pointer: fine)').matches ? field : content;
}
