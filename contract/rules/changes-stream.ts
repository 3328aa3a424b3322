import type { Topic } from './topics.ts';

/** The stream of hints (ruling G3). It answers no JSON and never ends by itself, so it stands in no table of endpoints. */
export const CHANGES_PATH = '/api/changes';

/** Sent as `since`: the id of the last event that was heard. Only the server reads what it says. */
export const CHANGES_CURSOR = /^[0-9a-f-]{36}\.\d{1,19}(\.[0-9a-f-]{36}){0,64}$/;

/** Of two cursors that name nothing as seen the older one; null where nobody can say, as of two installations. */
export function olderPosition(one: string, other: string): string | null {
  const [[epoch, xid = '0'], [other_epoch, other_xid = '0']] = [one.split('.'), other.split('.')];
  if (epoch !== other_epoch) return null;
  return BigInt(xid) < BigInt(other_xid) ? one : other;
}

/** Something is sent at least so often, in ms: who hears nothing for much longer has lost the stream. */
export const BEAT_MS = 15_000;

/** That a topic was touched, which record of it where one is meant, and by which command. */
export type ToldHint = { topic: Topic; subject_id: string | null; command_id: string | null };

/**
 * Why the server ends a stream: something happened to the sessions or the role of whoever reads; the access token is over; there is a newer
 * stream of the same session or person; the server stops.
 */
export const STREAM_ENDS = ['session', 'token', 'displaced', 'draining'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

/** The kinds of events. `read_all`: nobody can say what was missed. `beat`: nothing is new. */
export const CHANGE_EVENTS = ['hints', 'read_all', 'beat', 'end'] as const;
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];
