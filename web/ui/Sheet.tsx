import { Dialog as Radix } from 'radix-ui';
import { Modal, type ModalProps } from './Modal.tsx';

type Props = Pick<ModalProps, 'open' | 'onOpenChange' | 'children'> & { title: string };

/** A panel from the edge where a line starts, 18rem wide; on phones the sidebar lies in one. */
export function Sheet({ open, onOpenChange, title, children }: Props) {
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      described={false}
      className="fixed inset-y-0 start-0 z-50 flex w-[18rem] max-w-[85vw] animate-[sheet-in_160ms_ease-out] flex-col bg-surface shadow-float"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      {children}
    </Modal>
  );
}
