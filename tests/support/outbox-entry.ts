import type { NewCommand } from '../../web/offline/outbox.ts';
import type { CommandName, OutboxEntry } from '../../web/offline/outbox-entry.ts';

/** An entry of the outbox, just made, with these changes. */
export function outboxEntry<N extends CommandName>(
  { files, ...command }: NewCommand<N>,
  changes: Partial<OutboxEntry<N>> = {},
): OutboxEntry<N> {
  return {
    ...command,
    device_id: 'device',
    tab: 'tab',
    device_seq: 1,
    contract_version: 1,
    files: files.map(({ bytes: _, ...file }) => ({ ...file, sent: false })),
    state: 'queued',
    stage: null,
    command_sent: false,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    problem: null,
    fulfilment: null,
    announced: null,
    acknowledged_at: null,
    decided_at: null,
    ...changes,
  };
}
