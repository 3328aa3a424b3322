import { t } from '@lingui/core/macro';
import { CreditCard, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { MachineRow } from '../../../contract/schemas/machines.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useProfile } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { BesideList } from '../beside/BesideList.tsx';
import type { Sort } from '../table/columns.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { ListFrame } from '../table/ListFrame.tsx';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { useSteadyRows } from '../table/use-steady-rows.ts';
import { useDeskRead } from '../use-desk-read.ts';
import { useWalk } from '../use-walk.ts';
import { AddMachineDialog } from './AddMachineDialog.tsx';
import { MachineDetails } from './MachineDetails.tsx';
import { MACHINES_PATH, machineColumns, machinePath, NarrowMachine } from './machine-columns.tsx';

/** The shop's card machines, and who has each since when; Admins change them, Managers read (ruling G1). */
export function Machines() {
  const read = useDeskRead('list_card_machines');
  const { role } = useProfile();
  const [, params] = useRoute('/desk/machines/:card_machine_id');
  const [, navigate] = useLocation();
  const [adding, setAdding] = useState(false);
  const is_admin = role === 'Admin';
  const add = { id: 'add_machine', title: t`Add a machine`, key: 'n', run: () => setAdding(true) };
  useDeskActions(t`Card Machines`, is_admin ? [add] : []);
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
  const addButton = is_admin && <ActionButton action={add} icon={Plus} variant="secondary" />;
  return (
    <>
      <BesideList details={details || null}>
        <div className="flex min-h-0 flex-1 flex-col gap-4">
          <PageHeading
            title={t`Card Machines`}
            {...(is_admin ? {} : { subtitle: t`An Admin adds and retires card machines.` })}
            action={addButton}
          />
          <ListFrame
            read={read}
            failed={t`The card machines could not be loaded`}
            isEmpty={(data) => data.machines.length === 0}
            empty={{
              icon: CreditCard,
              title: t`There is no card machine yet`,
              description: t`Once one is added, it is handed out with the start of a driver's day.`,
            }}
          >
            {(data) => (
              <MachineTable
                machines={data.machines}
                open_id={open_id}
                onOpen={(id) => navigate(machinePath(id))}
              />
            )}
          </ListFrame>
        </div>
      </BesideList>
      {adding && <AddMachineDialog onClose={() => setAdding(false)} />}
    </>
  );
}

const keyOf = ({ id }: MachineRow) => id;
const narrowMachine = (machine: MachineRow) => <NarrowMachine machine={machine} />;

type TableProps = { machines: readonly MachineRow[]; open_id: string | null; onOpen: (id: string) => void };

function MachineTable({ machines, open_id, onOpen }: TableProps) {
  const time_zone = useTimeZone();
  const [sort, setSort] = useState<Sort | null>(null);
  const columns = useMemo(() => machineColumns(time_zone), [time_zone]);
  const rows = useSteadyRows(machines, { columns, sort, keyOf, scope: 'machines' });
  const changed = useChangedRows(rows, { keyOf, versionOf: JSON.stringify, scope: 'machines' });
  useWalk({ title: t`Card Machines`, keys: rows.map(keyOf), open_key: open_id, onOpen });
  return (
    <DeskTable
      fill
      label={t`Card Machines`}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      sort={sort}
      onSort={setSort}
      open_key={open_id}
      onOpen={(machine) => onOpen(machine.id)}
      changed={changed}
      narrow={narrowMachine}
    />
  );
}
