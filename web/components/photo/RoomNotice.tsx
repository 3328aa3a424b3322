import { HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import { thisTab } from '../../world/this-tab.ts';
import { roomWords } from './room-words.ts';

/** Says before the next photo is taken that the device is running out of room. Looked at wherever one is missing, and when somebody looks again. */
export function RoomNotice() {
  const [room_bytes, setRoom] = useState<number | null>(null);
  useEffect(() => {
    let here = true;
    const look = () => void thisTab.store.room().then((bytes) => here && setRoom(bytes));
    look();
    const stop = thisTab.page.onVisible(look);
    return () => {
      here = false;
      stop();
    };
  }, []);
  const words = roomWords(room_bytes);
  return (
    words && (
      <Notice tone="warn" icon={HardDrive} title={words.title}>
        {words.text}
      </Notice>
    )
  );
}
