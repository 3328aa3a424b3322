import { type NewCommand, newEntry } from '../../web/offline/new-entry.ts';
import type { CommandName, OutboxEntry } from '../../web/offline/outbox-entry.ts';

/** A new entry of the outbox, with these changes. */
export function outboxEntry<N extends CommandName>(
  command: NewCommand<N>,
  changes: Partial<OutboxEntry<N>> = {},
): OutboxEntry<N> {
  return { ...newEntry(command, { tab: 'tab', device_id: 'device', device_seq: 1 }), ...changes };
}
