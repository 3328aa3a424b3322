import { isSentByPressing, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { saysNothingOfEarlier } from '../../offline/sending/sending-states.ts';

/**
 * Where a command stands, for whoever looks at it (ruling E3). open: nothing is on its way. busy: on its way. waiting: kept
 * until there is a connection, or until an older one has its answer. photo_failed, note_failed: a file could not be uploaded.
 * answered_failure: the server failed and said so. held: certainly not recorded, sent again by pressing. unknown: sent, no
 * answer came. needs_manager: as unknown, and the server does not take it any more. sign_in: its maker has to sign in.
 * refused and done are final.
 */
export type Standing =
  | 'open'
  | 'busy'
  | 'waiting'
  | 'photo_failed'
  | 'note_failed'
  | 'answered_failure'
  | 'held'
  | 'unknown'
  | 'needs_manager'
  | 'sign_in'
  | 'refused'
  | 'done';

/** What is said of on the page: neither recorded, nor in its maker's hands, nor simply on its way. */
export type NoticeStanding = Exclude<Standing, 'open' | 'busy' | 'done'>;

type Entry = Pick<OutboxEntry, 'endpoint' | 'state' | 'last_error'>;

/** `may_go`: online, and no older command in the way. A failure stays shown while the next attempt runs, so that nothing flickers. */
export function standingOf(entry: Entry, may_go: boolean): Standing {
  switch (entry.state) {
    case 'unknown':
      return needsManager(entry) ? 'needs_manager' : 'unknown';
    case 'queued':
    case 'sending':
      // What two people wait for at a table is on its way until it is held.
      return isSentByPressing(entry) ? 'busy' : standingOfFact(entry, may_go);
    default:
      return entry.state;
  }
}

function standingOfFact({ last_error, state }: Entry, may_go: boolean): Standing {
  if (!last_error) return may_go || state === 'sending' ? 'busy' : 'waiting';
  if (last_error.stage === 'photo') return 'photo_failed';
  if (last_error.stage === 'note') return 'note_failed';
  return last_error.problem ? 'answered_failure' : 'waiting';
}

/** Returns whether only a person can tell if it was recorded: an attempt got no response, and now the server refuses to look. */
export function needsManager({ state, last_error }: Pick<Entry, 'state' | 'last_error'>): boolean {
  return state === 'unknown' && last_error?.problem != null && saysNothingOfEarlier(last_error.problem);
}

/** Whether its form is shown as it was sent. */
export function isReadOnly(standing: Standing): boolean {
  return standing !== 'open' && standing !== 'refused';
}
