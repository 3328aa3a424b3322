import type pg from 'pg';
import { runDetached } from '../platform/logging/spans.ts';

/** Minimum interval between notifications, in ms: NOTIFY takes a lock that all notifying sessions share. */
const EVERY_MS = 50;

/**
 * Notifies all servers except `from` of a commit, in a separate statement after it, never as part of a
 * command; one notification covers several commits. If it fails nothing is lost: servers poll every second.
 */
export function notifyServers(owner: pg.Pool, from = ''): () => void {
  let waiting: NodeJS.Timeout | undefined;
  let has_more = false;
  const notify = () => {
    has_more = false;
    owner.query("select pg_notify('mandoob_news', $1)", [from]).catch(() => undefined);
    waiting = setTimeout(() => {
      waiting = undefined;
      if (has_more) notify();
    }, EVERY_MS);
    waiting.unref();
  };
  return () => {
    if (waiting) has_more = true;
    else runDetached(notify);
  };
}
