import { t } from '@lingui/core/macro';
import { FileDown, Smartphone } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { thisTab } from '../../environment/this-tab.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useExport } from '../export/use-export.tsx';
import { ListWithDetails } from '../list-with-details/ListWithDetails.tsx';
import { NavigableTable } from '../list-with-details/NavigableTable.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { DeviceDetails } from './DeviceDetails.tsx';
import { DEVICES_PATH, deviceColumns, devicePath, NarrowDevice } from './device-columns.tsx';
import { type ListedDevice, sortByUrgency } from './sort-devices.ts';

/** The devices of the shop: missing commands, unsent work, and gaps that a manager has to explain. */
export function Devices() {
  const read = useDeskRead('list_devices');
  const [, params] = useRoute('/desk/devices/:device_id');
  const [, navigate] = useLocation();
  const open_id = params?.device_id ?? null;
  const devices = read.data?.devices;
  const phones = useMemo(() => devices && sortByUrgency(devices, thisTab.now()), [devices]);
  const whole = devices?.length
    ? { view: { list: 'phones' as const }, title: t`Devices`, rows: devices.length }
    : null;
  const exporting = useExport(t`Devices`, whole);
  const open = phones?.find(({ id }) => id === open_id);
  const details = open_id &&
    phones && {
      id: open_id,
      title: open?.last_user.full_name ?? t`Not found`,
      onClose: () => navigate(DEVICES_PATH),
      content: open ? (
        <DeviceDetails phone={open} onExplained={read.refetch} />
      ) : (
        <EmptyState icon={Smartphone} title={t`There is no such device in this shop`} />
      ),
    };
  return (
    <ListWithDetails details={details || null}>
      <div className="flex min-h-0 flex-1 flex-col gap-4">
        <PageHeading
          subtitle={t`Missing and unsent work, and when each device was last seen`}
          action={<ActionButton action={exporting.action} icon={FileDown} variant="secondary" />}
        />
        <ListFrame
          read={{ ...read, data: phones }}
          failed={t`The devices could not be loaded`}
          isEmpty={(list) => list.length === 0}
          empty={{
            icon: Smartphone,
            title: t`There are no devices yet`,
            description: t`A phone or computer appears here after the first sign-in on it.`,
          }}
        >
          {(list) => (
            <NavigableTable
              title={t`Devices`}
              scope="devices"
              columnsFor={deviceColumns}
              rows={list}
              keyOf={keyOf}
              versionOf={versionOf}
              open_key={open_id}
              onOpen={(id) => navigate(devicePath(id))}
              narrow={narrowPhone}
            />
          )}
        </ListFrame>
      </div>
      {exporting.dialog}
    </ListWithDetails>
  );
}

const keyOf = ({ id }: DeviceRow) => id;
const versionOf = ({ last_seen_at: _, ...phone }: ListedDevice) => JSON.stringify(phone);
const narrowPhone = (phone: ListedDevice) => <NarrowDevice phone={phone} />;
