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

/** What a step means, before it is done. While nobody knows whether it was recorded, the same is sent again. */
export function AskFirst({ title, confirm, danger = false, command, onConfirm, onClose, children }: Props) {
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
