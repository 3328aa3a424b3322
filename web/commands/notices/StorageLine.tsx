import { t } from '@lingui/core/macro';
import { HardDrive } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../session/use-session.ts';
import { storagePersistence } from '../this-device.ts';

/** For drivers: requests persistent storage for unsent work, and shows the risk if that was refused. */
export function StorageLine() {
  const { profile } = useSession();
  const delivers = (profile?.driver ?? null) !== null;
  const refused = useSyncExternalStore(storagePersistence.subscribe, storagePersistence.refused);
  useEffect(() => {
    if (delivers) void storagePersistence.request();
  }, [delivers]);
  if (!delivers || !refused) return null;
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <HardDrive size={18} className="mt-0.5 shrink-0" />
      {t`This browser may delete unsent deliveries when the device runs out of storage. Install the app to keep them safe.`}
    </p>
  );
}
