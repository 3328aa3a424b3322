import { useEffect, useState } from 'react';
import { readEntryFile } from '../../offline/device-outbox.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/** A link to the photo that an entry carries, while it is wanted; null until it was read. */
export function useEntryPhoto({ command_id, files }: OutboxEntry, wanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const path = wanted ? files.find(({ stage }) => stage === 'photo')?.path : undefined;
  useEffect(() => {
    if (!path) return;
    let made: string | null = null;
    let here = true;
    void readEntryFile(command_id, path)
      // The entry's words matter more than its picture.
      .catch(() => null)
      .then((photo) => {
        if (!photo || !here) return;
        made = URL.createObjectURL(photo);
        setUrl(made);
      });
    return () => {
      here = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [command_id, path]);
  return url;
}
