/** How far the files of an entry have left: `share` from 0 to 1. */
export type Sending = { share: number; photo: boolean };

type Part = { bytes: number; photo: boolean; share: number };

export type SendingProgress = ReturnType<typeof createSendingProgress>;

/** What is on its way from this tab, in memory only: a number for whoever watches, nothing that decides. */
export function createSendingProgress() {
  const entries = new Map<string, Map<string, Part>>();
  const told = new Map<string, Sending>();
  const listeners = new Set<() => void>();

  function tell(command_id: string, sending: Sending | null): void {
    if (sending) told.set(command_id, sending);
    else if (!told.delete(command_id)) return;
    for (const listener of listeners) listener();
  }

  return {
    /** One file of an entry is about to be sent, or all of them in one request. Answers what tells how much of it has left. */
    begin(command_id: string, part: string, { bytes, photo }: Omit<Part, 'share'>): (share: number) => void {
      const parts = entries.get(command_id) ?? new Map<string, Part>();
      entries.set(command_id, parts);
      parts.set(part, { bytes, photo, share: 0 });
      return (share) => {
        // Of an attempt that is over nothing is told any more.
        if (entries.get(command_id) !== parts) return;
        parts.set(part, { bytes, photo, share });
        tell(command_id, sumOf([...parts.values()]));
      };
    },
    /** The attempt is over, however. */
    end(command_id: string): void {
      entries.delete(command_id);
      tell(command_id, null);
    },
    /** Null: nothing of it is on its way from this tab. */
    read: (command_id: string): Sending | null => told.get(command_id) ?? null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function sumOf(parts: readonly Part[]): Sending {
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = parts.reduce((sum, { bytes, share }) => sum + bytes * share, 0);
  return { share: all > 0 ? sent / all : 0, photo: parts.some(({ photo }) => photo) };
}
