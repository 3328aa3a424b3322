import { HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { thisTab } from '../../environment/this-tab.ts';
import { Notice } from '../../ui/Notice.tsx';
import { lowStorageText } from './storage-messages.ts';

/**
 * Warns of low storage before the next photo. Checks when it appears and whenever the page becomes visible.
 */
export function LowStorageNotice() {
  const [room_bytes, setRoom] = useState<number | null>(null);
  useEffect(() => {
    let mounted = true;
    const check = () => void thisTab.store.room().then((bytes) => mounted && setRoom(bytes));
    check();
    const stop = thisTab.page.onVisible(check);
    return () => {
      mounted = false;
      stop();
    };
  }, []);
  const notice = lowStorageText(room_bytes);
  return (
    notice && (
      <Notice tone="warn" icon={HardDrive} title={notice.title}>
        {notice.text}
      </Notice>
    )
  );
}
