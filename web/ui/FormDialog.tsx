import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Modal, type ModalProps } from './Modal.tsx';
import { ToastPlace } from './ToastPlace.tsx';

type Props = Pick<ModalProps, 'focusAfter' | 'children'> & {
  title: string;
  description?: ReactNode;
  /** Buttons; they stay in sight while the form scrolls. */
  footer: ReactNode;
  /** Nothing closes it now: what was pressed is on its way. */
  locked?: boolean;
  /** Escape or the close button. A stray click beside it does not throw away what was typed. */
  onClose: () => void;
};

/** A form over the page: on phones a sheet as high as the screen, else a panel with room for two signatures. */
export function FormDialog({
  title,
  description,
  footer,
  locked = false,
  onClose,
  focusAfter,
  children,
}: Props) {
  return (
    <Modal
      open
      onOpenChange={(open) => !open && !locked && onClose()}
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
      <header className="flex items-center justify-between gap-3 border-line border-b py-2.5 pe-2 ps-4 md:py-4 md:pe-4 md:ps-6">
        <div className="min-w-0">
          <Radix.Title className="font-semibold text-section">{title}</Radix.Title>
          {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
        </div>
        <Button variant="quiet" className="px-3 font-medium" disabled={locked} onClick={onClose}>
          <X size={18} />
          {t`Close`}
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-4 py-5 md:px-6">
        {children}
      </div>
      <ToastPlace level="dialog" />
      <footer className="flex flex-wrap gap-2 *:wrap-anywhere *:min-h-12 *:min-w-0 *:grow md:*:grow-0 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:justify-end md:rounded-b-card md:px-6 md:py-4">
        {footer}
      </footer>
    </Modal>
  );
}

/** On phones a field that takes the focus opens the keyboard over the form. */
function firstField(content: HTMLElement): HTMLElement {
  const field = content.querySelector<HTMLElement>('[data-first-field]');
  return field && window.matchMedia('(pointer: fine)').matches ? field : content;
}
