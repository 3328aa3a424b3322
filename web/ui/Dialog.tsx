import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Modal, type ModalProps } from './Modal.tsx';
import { ToastPlace } from './ToastPlace.tsx';

type Props = Pick<ModalProps, 'open' | 'onOpenChange' | 'printable' | 'children'> & {
  title: ReactNode;
  description?: ReactNode;
};

/**
 * A question or short form over the page. Escape and the backdrop close it; the focus returns to the
 * previous element.
 */
export function Dialog({ title, description, children, ...modal }: Props) {
  return (
    <Modal
      {...modal}
      described={Boolean(description)}
      className="fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] low:max-h-[calc(100dvh-1rem)] max-w-md -translate-y-1/2 animate-[fade-in_120ms_ease-out] flex-col overflow-hidden rounded-card bg-surface shadow-float"
    >
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5 md:p-6 low:gap-2 low:p-4 print:overflow-visible">
        <div className="flex flex-col gap-1.5">
          <Radix.Title className="font-semibold text-section">{title}</Radix.Title>
          {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
        </div>
        {children}
      </div>
      <ToastPlace level="dialog" />
    </Modal>
  );
}

/** A panel at the inline-start edge, 18rem wide; contains the sidebar on phones. */
export function Sheet({ title, children, ...modal }: Omit<Props, 'description'>) {
  return (
    <Modal
      {...modal}
      described={false}
      className="fixed inset-y-0 start-0 z-50 flex w-[18rem] max-w-[85vw] animate-[sheet-in_160ms_ease-out] flex-col bg-surface shadow-float"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      <div className="min-h-0 flex-1">{children}</div>
      <ToastPlace level="dialog" />
    </Modal>
  );
}
