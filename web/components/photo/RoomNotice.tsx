import { HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import { thisTab } from '../../world/this-tab.ts';
import { roomWords } from './room-words.ts';

/**
 * Warns of low storage before the next photo. Checks when it appears and whenever the page becomes visible.
 */
export function RoomNotice() {
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
  const notice = roomWords(room_bytes);
  return (
    notice && (
      <Notice tone="warn" icon={HardDrive} title={notice.title}>
        {notice.text}
      </Notice>
    )
  );
}
