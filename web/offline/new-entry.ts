import { type CommandName, type EntryFile, type OutboxEntry, subjectsOf } from './outbox-entry.ts';

/** Version of the commands' shapes: lets a server interpret commands of an old page. */
const CONTRACT_VERSION = 1;

export type NewCommand<N extends CommandName = CommandName> = Pick<
  OutboxEntry<N>,
  | 'command_id'
  | 'user_id'
  | 'shop_id'
  | 'endpoint'
  | 'subject'
  | 'about_order'
  | 'occurred_at'
  | 'clock_offset_ms'
  | 'input'
> & { files: (Omit<EntryFile, 'sent'> & { bytes: ArrayBuffer })[] };

/** The key under which at most one command can be open. */
export function subjectKey(of: Pick<OutboxEntry, 'user_id' | 'endpoint' | 'subject'>): string {
  return JSON.stringify([of.user_id, subjectsOf(of.endpoint), of.subject]);
}

/** Returns the entry of a new command, before anything was sent. */
export function newEntry<N extends CommandName>(
  { files, ...command }: NewCommand<N>,
  made: Pick<OutboxEntry, 'tab' | 'device_id' | 'device_seq' | 'numbered'>,
): OutboxEntry<N> {
  return {
    ...command,
    ...made,
    contract_version: CONTRACT_VERSION,
    files: files.map(({ bytes: _, ...file }) => ({ ...file, sent: false })),
    state: 'queued',
    stage: null,
    command_sent: false,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    failed_request_id: null,
    answer: null,
    problem: null,
    fulfilment: null,
    announced: null,
    acknowledged_at: null,
    decided_at: null,
  };
}
