import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { notifyServers } from '../changes/notify-servers.ts';
import { errorCode } from '../platform/error-code.ts';
import type { Log } from '../platform/logging/log.ts';

const LISTEN_AGAIN_MS = 1_000;
const LISTEN_AGAIN_MS_MAX = 30_000;

/**
 * Reports commits: those of this process at once, and those of other servers or the command line through one
 * connection that listens. While that connection is lost, streams find them by polling. `own_name` is unique
 * to this server.
 */
export function commitNotifications(owner: pg.Pool, own_name: string, log: Log) {
  const tellOthers = notifyServers(owner, own_name);
  const stopping = new AbortController();
  let hear: () => void = () => undefined;
  let listening: Promise<void> = Promise.resolve();

  /** Listens until the connection is lost or the server stops. Throws if no connection is available. */
  async function listen(onListening: () => void): Promise<void> {
    const client = await owner.connect();
    try {
      client.on('notification', ({ payload }) => {
        if (payload !== own_name) hear();
      });
      const ended = once(client, 'end', { signal: stopping.signal });
      await Promise.race([client.query('listen mandoob_news'), ended]);
      onListening();
      // Covers commits from before it listened.
      hear();
      await ended;
    } finally {
      // The pool must not reuse a connection that listens.
      client.release(true);
    }
  }

  async function keepListening(): Promise<void> {
    let wait_ms = LISTEN_AGAIN_MS;
    while (!stopping.signal.aborted) {
      await listen(() => {
        wait_ms = LISTEN_AGAIN_MS;
      }).catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        log.warn(
          { code: errorCode(error) },
          'notifications of other servers are interrupted: commits are found by polling every second',
        );
      });
      await pause(wait_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
      wait_ms = Math.min(2 * wait_ms, LISTEN_AGAIN_MS_MAX);
    }
  }

  return {
    /** Reports a commit of this process. */
    tell(): void {
      hear();
      tellOthers();
    },
    start(onNews: () => void): void {
      hear = onNews;
      listening = keepListening();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await listening;
    },
  };
}
