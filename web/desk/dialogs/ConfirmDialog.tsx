import type { ReactNode } from 'react';
import type { MemoryCommandName } from '../../commands/memory/memory-command.ts';
import type { MemoryCommandForm } from '../../commands/memory/use-memory-command.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SendButtons } from '../form/SendButtons.tsx';

type Props = {
  title: ReactNode;
  confirm: string;
  danger?: boolean;
  command: Pick<MemoryCommandForm<MemoryCommandName>, 'busy' | 'unknown'>;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Explains a step and asks for confirmation. If the outcome is unknown, confirming sends the same command
 * again.
 */
export function ConfirmDialog({
  title,
  confirm,
  danger = false,
  command,
  onConfirm,
  onClose,
  children,
}: Props) {
  const { busy, unknown } = command;
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title={title}>
      {children}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <SendButtons
          words={confirm}
          danger={danger}
          busy={busy}
          unknown={unknown}
          onCancel={onClose}
          onSend={() => void onConfirm()}
        />
      </div>
    </Dialog>
  );
}
