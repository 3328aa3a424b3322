import type pg from 'pg';
import { onItsOwn } from '../platform/logging/spans.ts';

/** However much is committed, servers are told no more often, in ms: a notification is a lock that all who notify take. */
const EVERY_MS = 50;

/**
 * Tells all servers that there is news, but `from` itself: a statement of its own after the commit, never part of a command, and several
 * commits together. Where it fails nothing is lost: they look each second anyway.
 */
export function tellServers(owner: pg.Pool, from = ''): () => void {
  let waiting: NodeJS.Timeout | undefined;
  let has_more = false;
  const tell = () => {
    has_more = false;
    owner.query("select pg_notify('mandoob_news', $1)", [from]).catch(() => undefined);
    waiting = setTimeout(() => {
      waiting = undefined;
      if (has_more) tell();
    }, EVERY_MS);
    waiting.unref();
  };
  return () => {
    if (waiting) has_more = true;
    else onItsOwn(tell);
  };
}
