import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { SendButtons } from '../form/SendButtons.tsx';
import { SendForm } from '../form/SendForm.tsx';
import { machineRefusal } from './machine-words.ts';

export function AddMachineDialog({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState('');
  const { busy, unknown, send } = useMemoryCommand('add_card_machine', {
    failed: t`Not added`,
    refused: machineRefusal,
  });
  const words = t`Write the number that stands on it.`;
  const toast = { kind: 'error', title: t`Missing Information`, description: words } as const;
  const { check, mark } = useMissing(number.trim() === '' ? [{ part: 'number' as const, words, toast }] : []);

  async function add(): Promise<void> {
    if (busy || !check()) return;
    const done = { kind: 'success', title: t`Added`, description: number.trim() } as const;
    if (await send({ number: number.trim() }, done)) onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title={t`Add a Card Machine`}>
      <SendForm onSend={() => void add()}>
        <Field
          {...mark('number')}
          label={t`Number`}
          hint={t`As it stands on the machine, for example POS-01`}
          autoComplete="off"
          maxLength={100}
          disabled={busy || unknown}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <SendButtons words={t`Add`} busy={busy} unknown={unknown} onCancel={onClose} />
        </div>
      </SendForm>
    </Dialog>
  );
}
