import { useEffect, useState } from 'react';
import type { OutboxEntry } from '../offline/outbox-entry.ts';
import { deviceOutbox } from './this-device.ts';

const NONE: ReadonlyMap<string, Blob> = new Map();

/** The pictures that an entry carries, by path; empty until they were read. */
export function useEntryFiles(
  entry: Pick<OutboxEntry, 'command_id' | 'files'> | undefined,
): ReadonlyMap<string, Blob> {
  const [read, setRead] = useState<{ of: string; files: ReadonlyMap<string, Blob> } | null>(null);
  const command_id = entry?.command_id;
  const paths = entry?.files.filter(({ type }) => type.startsWith('image/')).map(({ path }) => path);
  const wanted = JSON.stringify(paths ?? []);
  useEffect(() => {
    if (!command_id) return;
    let here = true;
    const all = (JSON.parse(wanted) as string[]).map(async (path) => {
      // The entry's words matter more than its pictures.
      const file = await deviceOutbox.readFile(command_id, path).catch(() => null);
      return file ? [[path, file] as const] : [];
    });
    void Promise.all(all).then((files) => here && setRead({ of: command_id, files: new Map(files.flat()) }));
    return () => {
      here = false;
    };
  }, [command_id, wanted]);
  return read && read.of === command_id ? read.files : NONE;
}
