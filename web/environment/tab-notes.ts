const PREFIX = 'mandoob.note.';

/**
 * Notes of this tab in sessionStorage: they survive a reload, no other tab sees them, and signing out clears
 * them. If the browser forbids storage, nothing is stored.
 */
export const tabNotes = {
  read(name: string): string | null {
    try {
      return sessionStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  },
  write(name: string, text: string | null): void {
    try {
      if (text === null) sessionStorage.removeItem(PREFIX + name);
      else sessionStorage.setItem(PREFIX + name, text);
    } catch {
      // The storage is full or forbidden.
    }
  },
  clear(): void {
    try {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    } catch {
      // Storage is forbidden, so nothing was stored.
    }
  },
};
