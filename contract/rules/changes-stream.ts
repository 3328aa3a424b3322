import type { Topic } from './topics.ts';

/** The stream of change hints. It is not in the endpoint tables: it has no JSON response and does not end. */
export const CHANGES_PATH = '/api/changes';

/**
 * The id of the last event received, sent as `since`. It is opaque to clients, except for `olderPosition`.
 */
export const CHANGES_CURSOR = /^[0-9a-f-]{36}\.\d{1,19}(\.[0-9a-f-]{36}){0,64}$/;

/**
 * Returns the older of two positions, `<epoch>.<xid>`; null if they are not comparable because their epochs
 * differ, for example those of two installations.
 */
export function olderPosition(one: string, other: string): string | null {
  const [[epoch, xid = '0'], [other_epoch, other_xid = '0']] = [one.split('.'), other.split('.')];
  if (epoch !== other_epoch) return null;
  return BigInt(xid) < BigInt(other_xid) ? one : other;
}

/**
 * The longest interval between two events, in ms. A client without events for much longer has lost the
 * stream.
 */
export const HEARTBEAT_MS = 15_000;

/**
 * A change of a topic, with the id of the changed record, if it is a single one, and of the command that
 * changed it.
 */
export type ChangeHint = { topic: Topic; subject_id: string | null; command_id: string | null };

/**
 * The reasons for which the server ends a stream: the reader's sessions or role have changed; the access
 * token has expired; the same session or user has opened a newer stream; the server is stopping.
 */
export const STREAM_ENDS = ['session', 'token', 'displaced', 'draining'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

/** The kinds of events. `read_all`: the missed changes are unknown. `beat`: there is no change. */
export const CHANGE_EVENTS = ['hints', 'read_all', 'beat', 'end'] as const;
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];
