const PREFIX = 'mandoob.note.';

/** What this tab keeps over a reload, and no other tab has, until its person leaves. Where a browser forbids it nothing is kept. */
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
      // Full or forbidden.
    }
  },
  clear(): void {
    try {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    } catch {
      // Forbidden: nothing was kept.
    }
  },
};
