import { t } from '@lingui/core/macro';
import { Smartphone } from 'lucide-react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DeviceHeadline, DeviceProblems } from '../../components/devices/DeviceProblems.tsx';
import { isMissing } from '../../components/devices/missing-numbers.ts';
import { useProfile } from '../../session/use-session.ts';
import { Notice } from '../../ui/Notice.tsx';

const REFRESH_MS = 60_000;

/**
 * Notices about the user's commands that have not arrived from a device; renders nothing if all have or it
 * is unknown.
 */
export function OwnDevices() {
  const { id } = useProfile();
  const { data } = useEndpoint('list_devices', undefined, { refetchInterval: REFRESH_MS });
  const own = data?.devices.filter(
    (device) =>
      isMissing(device) &&
      (device.last_user.user_id === id || device.not_arrived.some(({ user }) => user?.user_id === id)),
  );
  return own?.map((device) => (
    <Notice key={device.id} tone="warn" icon={Smartphone} title={<DeviceHeadline device={device} />}>
      <DeviceProblems device={device} />
      <p>{t`Open the app on that device while it is online. If the device is lost, contact your manager.`}</p>
    </Notice>
  ));
}
