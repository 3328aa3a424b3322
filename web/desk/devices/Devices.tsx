import { t } from '@lingui/core/macro';
import { Smartphone } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { DeviceRow } from '../../../contract/schemas/devices.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { thisTab } from '../../world/this-tab.ts';
import { BesideList } from '../beside/BesideList.tsx';
import type { Sort } from '../table/columns.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { ListFrame } from '../table/ListFrame.tsx';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { useSteadyRows } from '../table/use-steady-rows.ts';
import { useDeskRead } from '../use-desk-read.ts';
import { useWalk } from '../use-walk.ts';
import { DeviceDetails } from './DeviceDetails.tsx';
import { DEVICES_PATH, deviceColumns, devicePath, NarrowDevice } from './device-columns.tsx';
import { inOrderOfCare, type Phone } from './phones-in-order.ts';

/** The phones of the shop: what is missing from which, what waits on each, and what a manager has to explain (ruling G4). */
export function Devices() {
  const read = useDeskRead('list_devices');
  const [, params] = useRoute('/desk/devices/:device_id');
  const [, navigate] = useLocation();
  const open_id = params?.device_id ?? null;
  const devices = read.data?.devices;
  const phones = useMemo(() => devices && inOrderOfCare(devices, thisTab.now()), [devices]);
  const open = phones?.find(({ id }) => id === open_id);
  const details = open_id &&
    phones && {
      id: open_id,
      title: open?.last_user.full_name ?? t`Not found`,
      onClose: () => navigate(DEVICES_PATH),
      content: open ? (
        <DeviceDetails phone={open} onExplained={read.refetch} />
      ) : (
        <EmptyState icon={Smartphone} title={t`There is no such phone in this shop`} />
      ),
    };
  return (
    <BesideList details={details || null}>
      <div className="flex min-h-0 flex-1 flex-col gap-4">
        <PageHeading
          subtitle={t`What never arrived, what waits to be sent, and when each was last heard of`}
        />
        <ListFrame
          read={{ ...read, data: phones }}
          failed={t`The phones could not be loaded`}
          isEmpty={(list) => list.length === 0}
          empty={{
            icon: Smartphone,
            title: t`No phone has told of itself yet`,
            description: t`Each phone or computer shows here once somebody has signed in on it.`,
          }}
        >
          {(list) => <PhoneTable phones={list} open_id={open_id} onOpen={(id) => navigate(devicePath(id))} />}
        </ListFrame>
      </div>
    </BesideList>
  );
}

const keyOf = ({ id }: DeviceRow) => id;
const versionOf = ({ last_seen_at: _, ...phone }: Phone) => JSON.stringify(phone);
const narrowPhone = (phone: Phone) => <NarrowDevice phone={phone} />;

type TableProps = { phones: readonly Phone[]; open_id: string | null; onOpen: (id: string) => void };

function PhoneTable({ phones, open_id, onOpen }: TableProps) {
  const time_zone = useTimeZone();
  const [sort, setSort] = useState<Sort | null>(null);
  const columns = useMemo(() => deviceColumns(time_zone), [time_zone]);
  const rows = useSteadyRows(phones, { columns, sort, keyOf, scope: 'devices' });
  const changed = useChangedRows(rows, { keyOf, versionOf, scope: 'devices' });
  useWalk({ title: t`Phones`, keys: rows.map(keyOf), open_key: open_id, onOpen });
  return (
    <DeskTable
      fill
      label={t`Phones`}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      sort={sort}
      onSort={setSort}
      open_key={open_id}
      onOpen={(phone) => onOpen(phone.id)}
      changed={changed}
      narrow={narrowPhone}
    />
  );
}
