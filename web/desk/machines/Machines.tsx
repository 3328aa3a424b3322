import { t } from '@lingui/core/macro';
import { CreditCard, FileDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { MachineRow } from '../../../contract/operations/desk/machines/list-card-machines.schema.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { useExport } from '../export/use-export.tsx';
import { SendButtons } from '../form/SendButtons.tsx';
import { SendForm } from '../form/SendForm.tsx';
import { ListWithDetails } from '../list-with-details/ListWithDetails.tsx';
import { NavigableTable } from '../list-with-details/NavigableTable.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { MachineDetails } from './MachineDetails.tsx';
import { MACHINES_PATH, machineColumns, machinePath, NarrowMachine } from './machine-columns.tsx';
import { machineProblemText } from './machine-messages.ts';

/** The shop's card machines with their holders; Admins change them, Managers read. */
export function Machines() {
  const read = useDeskRead('list_card_machines');
  const { role } = useProfile();
  const [, params] = useRoute('/desk/machines/:card_machine_id');
  const [, navigate] = useLocation();
  const [adding, setAdding] = useState(false);
  const is_admin = role === 'Admin';
  const add = { id: 'add_machine', title: t`Add card machine`, key: 'n', run: () => setAdding(true) };
  useDeskActions(t`Card machines`, is_admin ? [add] : []);
  const open_id = params?.card_machine_id ?? null;
  const machines = read.data?.machines;
  const open = machines?.find(({ id }) => id === open_id);
  const details = open_id &&
    machines && {
      id: open_id,
      title: open?.number ?? t`Not found`,
      onClose: () => navigate(MACHINES_PATH),
      content: open ? (
        <MachineDetails machine={open} />
      ) : (
        <EmptyState icon={CreditCard} title={t`There is no such card machine in this shop`} />
      ),
    };
  const whole = machines
    ? { view: { list: 'machines' as const }, title: t`Card machines`, rows: machines.length }
    : null;
  const exporting = useExport(t`Card machines`, whole);
  const addButton = (
    <>
      <ActionButton action={exporting.action} icon={FileDown} variant="secondary" />
      {is_admin && <ActionButton action={add} icon={Plus} variant="secondary" />}
    </>
  );
  return (
    <>
      <ListWithDetails details={details || null}>
        <div className="flex min-h-0 flex-1 flex-col gap-4">
          <PageHeading
            title={t`Card machines`}
            {...(is_admin ? {} : { subtitle: t`Only Admins can add and retire card machines.` })}
            action={addButton}
          />
          <ListFrame
            read={read}
            failed={t`The card machines could not be loaded`}
            isEmpty={(data) => data.machines.length === 0}
            empty={{
              icon: CreditCard,
              title: t`There is no card machine yet`,
              description: t`Card machines are handed out at the start of a driver's day.`,
            }}
          >
            {(data) => (
              <NavigableTable
                title={t`Card machines`}
                scope="machines"
                columnsFor={machineColumns}
                rows={data.machines}
                keyOf={keyOf}
                open_key={open_id}
                onOpen={(id) => navigate(machinePath(id))}
                narrow={narrowMachine}
              />
            )}
          </ListFrame>
        </div>
      </ListWithDetails>
      {exporting.dialog}
      {adding && <AddMachineDialog onClose={() => setAdding(false)} />}
    </>
  );
}

const keyOf = ({ id }: MachineRow) => id;
const narrowMachine = (machine: MachineRow) => <NarrowMachine machine={machine} />;

function AddMachineDialog({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState('');
  const { busy, unknown, send } = useMemoryCommand('add_card_machine', {
    failed: t`Not added`,
    refused: machineProblemText,
  });
  const text = t`Enter the number of the card machine.`;
  const toast = { kind: 'error', title: t`Missing Information`, description: text } as const;
  const { check, mark } = useMissing(
    number.trim() === '' ? [{ part: 'number' as const, words: text, toast }] : [],
  );

  async function add(): Promise<void> {
    if (busy || !check()) return;
    const done = { kind: 'success', title: t`Added`, description: number.trim() } as const;
    if (await send({ number: number.trim() }, done)) onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title={t`Add card machine`}>
      <SendForm onSend={() => void add()}>
        <Field
          {...mark('number')}
          label={t`Number`}
          hint={t`The number printed on it, for example POS-01`}
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
