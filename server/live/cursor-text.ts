import { CHANGES_CURSOR } from '../../contract/rules/changes-stream.ts';
import { type Cursor, SEEN_MAX } from '../changes/read-feed.ts';

/** What fits into the database's own numbers of transactions, with room. */
const XID_MAX = 2n ** 62n;

/** A cursor as the id of an event. With too many hints seen none is named: whoever comes back with it hears of them twice, which does no harm. */
export function cursorText({ epoch, xid, seen }: Cursor): string {
  return [epoch, xid, ...(seen.length > SEEN_MAX ? [] : seen.map(({ id }) => id))].join('.');
}

/** The cursor of such a text; null for anything else. */
export function readCursor(text: string): Cursor | null {
  if (!CHANGES_CURSOR.test(text)) return null;
  const [epoch = '', xid = '', ...seen] = text.split('.');
  return UUID.test(epoch) && BigInt(xid) < XID_MAX ? { epoch, xid, seen: seen.map((id) => ({ id })) } : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
