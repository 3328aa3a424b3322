import { isSentByPressing, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { leavesEarlierUnknown } from '../../offline/sending/sending-states.ts';

/**
 * The standing of a command as shown to the user. open: nothing is being sent. busy: being sent. waiting: not
 * sent before there is a connection or an older command has its response. photo_failed, note_failed: a file
 * could not be uploaded. answered_failure: the server returned an error. held: certainly not recorded, sent
 * again when its user presses. unknown: sent, without a response. needs_manager: unknown, and the server no
 * longer accepts it. sign_in: its user has to sign in. refused and done are final.
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

/** The standings with a notice on the page: neither recorded, nor editable, nor simply being sent. */
export type NoticeStanding = Exclude<Standing, 'open' | 'busy' | 'done'>;

type Entry = Pick<OutboxEntry, 'endpoint' | 'state' | 'last_error'>;

/**
 * `may_go`: online, and not blocked by an older command. A failure stays shown during the next attempt, to
 * avoid flicker.
 */
export function standingOf(entry: Entry, may_go: boolean): Standing {
  switch (entry.state) {
    case 'unknown':
      return needsManager(entry) ? 'needs_manager' : 'unknown';
    case 'queued':
    case 'sending':
      // A signed command counts as being sent until it is held.
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

/**
 * Returns true if only a person can find out whether it was recorded: no response came, and now the server
 * refuses to check.
 */
export function needsManager({ state, last_error }: Pick<Entry, 'state' | 'last_error'>): boolean {
  return state === 'unknown' && last_error?.problem != null && leavesEarlierUnknown(last_error.problem);
}

/** Returns true if the form shows the command as it was sent. */
export function isReadOnly(standing: Standing): boolean {
  return standing !== 'open' && standing !== 'refused';
}
