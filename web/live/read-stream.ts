import {
  CHANGES_PATH,
  type ChangeHint,
  HEARTBEAT_MS,
  STREAM_ENDS,
  type StreamEnd,
} from '../../contract/rules/changes-stream.ts';
import type { Identity } from '../api/identity.ts';
import type { Environment } from '../environment/environment.ts';
import type { StreamOutcome } from './reconnect-delay.ts';
import { eventsOf, type StreamEvent } from './stream-events.ts';

/** An event of a stream. */
export type StreamNews =
  | { kind: 'hints'; hints: readonly ChangeHint[] }
  /** Changes were missed, and it is unknown which. */
  | { kind: 'read_all' }
  | { kind: 'beat' };

/** A stream without an event for this long is lost, even if the connection is still open. */
const SILENT_MS = 2 * HEARTBEAT_MS + 5_000;

type Reading = {
  user_id: string;
  /** The id of the last event received. */
  since: string | null;
  signal: AbortSignal;
  onNews: (news: StreamNews, id: string | null) => void;
};

/** Reads one stream in the user's name until it ends or `signal` aborts it. Never rejects. */
export async function readStream(
  { timer, send }: Pick<Environment, 'timer' | 'send'>,
  identity: Identity,
  { user_id, since, signal, onNews }: Reading,
): Promise<StreamOutcome> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  signal.addEventListener('abort', stop);
  let endWait = timer.after(SILENT_MS, stop);
  const restartTimeout = () => {
    endWait();
    endWait = timer.after(SILENT_MS, stop);
  };
  let was_live = false;
  const over = (because: StreamOutcome['because'], retry_after_ms: number | null = null) => ({
    because,
    was_live,
    retry_after_ms,
  });
  try {
    const credentials = await identity.credentials();
    if (credentials?.user_id !== user_id || signal.aborted) return over('refused');
    const url = since === null ? CHANGES_PATH : `${CHANGES_PATH}?since=${since}`;
    const response = await send(url, requestOf(credentials.access_token, limit.signal));
    if (!isStream(response)) {
      await response.body?.cancel();
      if (response.status === 401) await identity.renew(credentials.access_token);
      // Another version of the server may not know this position format.
      return over(response.status === 422 ? 'cursor' : 'refused', retryAfterMs(response));
    }
    for await (const event of eventsOf(response.body)) {
      restartTimeout();
      was_live = true;
      if (event.event === 'end') return over(reasonOf(event));
      const news = newsOf(event);
      if (news) onNews(news, event.id);
    }
    return over('failed');
  } catch {
    return over('failed');
  } finally {
    endWait();
    limit.abort();
    signal.removeEventListener('abort', stop);
  }
}

function requestOf(access_token: string, signal: AbortSignal): RequestInit {
  return {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${access_token}` },
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'manual',
  };
}

type Streaming = Response & { body: NonNullable<Response['body']> };

/** Rejects the responses of gateways and captive portals. */
function isStream(response: Response): response is Streaming {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && response.body !== null && /^text\/event-stream\b/i.test(type);
}

function retryAfterMs({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,4}$/.test(text) ? Number(text) * 1000 : null;
}

/** Events of an unknown kind return null; they still prove that the stream is alive. */
function newsOf({ event, data }: StreamEvent): StreamNews | null {
  if (event === 'read_all' || event === 'beat') return { kind: event };
  return event === 'hints' ? { kind: 'hints', hints: JSON.parse(data) } : null;
}

function reasonOf({ data }: StreamEvent): StreamEnd | 'failed' {
  const { reason } = JSON.parse(data) as { reason?: string };
  return STREAM_ENDS.find((known) => known === reason) ?? 'failed';
}
