import { t } from '@lingui/core/macro';
import { Smartphone } from 'lucide-react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { PhoneHeadline, PhoneTold } from '../../components/devices/PhoneTold.tsx';
import { isMissing } from '../../components/devices/phones.ts';
import { useProfile } from '../../session/use-session.ts';
import { Notice } from '../../ui/Notice.tsx';

const REFRESH_MS = 60_000;

/** What has not arrived of what one made on one's phones; nothing where all has, or where it cannot be told. */
export function OwnPhones() {
  const { id } = useProfile();
  const { data } = useEndpoint('list_devices', undefined, { refetchInterval: REFRESH_MS });
  const own = data?.devices.filter(
    (device) =>
      isMissing(device) &&
      (device.last_user.user_id === id || device.not_arrived.some(({ user }) => user?.user_id === id)),
  );
  return own?.map((device) => (
    <Notice key={device.id} tone="warn" icon={Smartphone} title={<PhoneHeadline device={device} />}>
      <PhoneTold device={device} />
      <p>{t`Open the app on that phone where there is a signal. If it is lost, tell your manager.`}</p>
    </Notice>
  ));
}
