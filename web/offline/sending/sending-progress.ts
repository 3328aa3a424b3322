/** The sent share of an entry's files, from 0 to 1. */
export type Sending = { share: number; photo: boolean };

type Part = { bytes: number; photo: boolean; share: number };

export type SendingProgress = ReturnType<typeof createSendingProgress>;

/** Upload progress of this tab, in memory only; for display, never for decisions. */
export function createSendingProgress() {
  const entries = new Map<string, Map<string, Part>>();
  const current = new Map<string, Sending>();
  const listeners = new Set<() => void>();

  function publish(command_id: string, sending: Sending | null): void {
    if (sending) current.set(command_id, sending);
    else if (!current.delete(command_id)) return;
    for (const listener of listeners) listener();
  }

  return {
    /**
     * Adds a file of an entry, or all its files in one request. Returns a callback for the share that has
     * been sent.
     */
    begin(command_id: string, part: string, { bytes, photo }: Omit<Part, 'share'>): (share: number) => void {
      const parts = entries.get(command_id) ?? new Map<string, Part>();
      entries.set(command_id, parts);
      parts.set(part, { bytes, photo, share: 0 });
      return (share) => {
        // Progress of a finished attempt is ignored.
        if (entries.get(command_id) !== parts) return;
        parts.set(part, { bytes, photo, share });
        publish(command_id, sumOf([...parts.values()]));
      };
    },
    /** Ends the attempt, successful or not. */
    end(command_id: string): void {
      entries.delete(command_id);
      publish(command_id, null);
    },
    /** Null: this tab is sending nothing of the entry. */
    read: (command_id: string): Sending | null => current.get(command_id) ?? null,
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
