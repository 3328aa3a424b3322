import type { Environment } from '../environment/environment.ts';
import { openTabs } from '../environment/tab-locks.ts';
import type { Outbox } from './outbox.ts';
import { leftBehind } from './sending/sending-states.ts';

/**
 * Holds signed commands whose tab ended while it was sending them: they must not be sent automatically
 * (ruling E3). A tab keeps its name across a reload, so commands of the previous page in the same tab are
 * held too.
 */
export function createLeftBehind(environment: Environment, outbox: Outbox) {
  let before: ReadonlySet<string> | null = null;
  return {
    /** Reads once which commands existed before this page could create any. */
    async readExisting(): Promise<void> {
      before ??= new Set((await outbox.reload()).map(({ command_id }) => command_id));
    },
    /**
     * Holds commands that no tab is sending and whose tab has ended. Requires the turn to send and a previous
     * `readExisting`.
     */
    async hold(): Promise<void> {
      const living = await openTabs(environment);
      for (const entry of await outbox.reload()) {
        if (leftBehind(entry) === null) continue;
        const from_before = before?.has(entry.command_id) === true;
        const gone = living
          ? !living.has(entry.tab) || (entry.tab === environment.tab && from_before)
          : from_before;
        // Only the tab with the turn sends.
        if (gone || entry.state === 'sending') await outbox.advance(entry.command_id, leftBehind);
      }
      // Entries from before this page are held now, so any later one was pressed again.
      before = new Set();
    },
  };
}
