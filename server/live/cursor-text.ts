import { CHANGES_CURSOR } from '../../contract/rules/changes-stream.ts';
import { type Cursor, SEEN_MAX } from '../changes/read-feed.ts';

/** A limit above all transaction ids that can occur in the database. */
const XID_MAX = 2n ** 62n;

/**
 * Returns a cursor as the id of an event. With too many seen hints none is included: after a reconnection
 * they are sent again, which is harmless.
 */
export function cursorText({ epoch, xid, seen }: Cursor): string {
  return [epoch, xid, ...(seen.length > SEEN_MAX ? [] : seen.map(({ id }) => id))].join('.');
}

/** Parses the text of a cursor; null for any other text. */
export function readCursor(text: string): Cursor | null {
  if (!CHANGES_CURSOR.test(text)) return null;
  const [epoch = '', xid = '', ...seen] = text.split('.');
  return UUID.test(epoch) && BigInt(xid) < XID_MAX ? { epoch, xid, seen: seen.map((id) => ({ id })) } : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
