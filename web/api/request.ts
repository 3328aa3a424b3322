import { PROBLEMS, type ProblemBody } from '../../contract/rules/problems.ts';
import type { Environment } from '../environment/environment.ts';
import type { NetworkWatch } from '../environment/reachability/network-watch.ts';
import { NoResponse, ProblemError } from './errors.ts';
import type { ServerClock } from './server-clock.ts';

export type Sendable = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: BodyInit | null;
  timeout_ms: number;
  signal?: AbortSignal | undefined;
  /** Called with the share of the body that was sent, from 0 to 1. */
  onSent?: ((share: number) => void) | undefined;
  /** Lets the request outlive its page. */
  keepalive?: boolean;
};

export type RawResponse = {
  ok: boolean;
  status: number;
  type: string;
  retry_after: string | null;
  /** The header of a read, see `createFeedPositions`. */
  feed_position: string | null;
  text: string;
};

/**
 * Sends a request and reads the whole response. Throws NoResponse if the response does not arrive completely
 * and in time.
 */
export type Exchange = (request: Sendable) => Promise<RawResponse>;

export function createExchange(
  environment: Pick<Environment, 'now' | 'timer' | 'send'>,
  clock: ServerClock,
  watch: NetworkWatch = {},
): Exchange {
  return async (request) => {
    const limit = new AbortController();
    const endWait = environment.timer.after(request.timeout_ms, () => limit.abort('timeout'));
    const abort = () => limit.abort('aborted');
    if (request.signal?.aborted) abort();
    request.signal?.addEventListener('abort', abort);
    const sent_at = environment.now();
    try {
      const sent: RequestInit = {
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: limit.signal,
        cache: 'no-store',
        credentials: 'same-origin',
        redirect: 'manual',
        keepalive: request.keepalive ?? false,
      };
      const response = await environment.send(request.url, sent, request.onSent);
      watch.heard?.();
      clock.note(response.headers.get('server-time'), sent_at, environment.now());
      return {
        ok: response.ok,
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        retry_after: response.headers.get('retry-after'),
        feed_position: response.headers.get('feed-position'),
        text: await response.text(),
      };
    } catch (cause) {
      const reason = limit.signal.aborted ? limit.signal.reason : 'network';
      if (reason !== 'aborted') await watch.missed?.();
      throw new NoResponse(reason, { sent: true, cause });
    } finally {
      endWait();
      request.signal?.removeEventListener('abort', abort);
    }
  };
}

/**
 * Throws ProblemError if our server responded with a problem, NoResponse for any response that is not our
 * server's, such as a gateway's 502 or a captive portal's 200.
 */
export function jsonOf(response: RawResponse): unknown {
  if (response.ok && /^application\/json\b/i.test(response.type)) return parsed(response);
  if (!response.ok && /^application\/problem\+json\b/i.test(response.type)) {
    const body = parsed(response);
    if (isProblem(body)) throw new ProblemError(body, retryAfter(response.retry_after));
  }
  throw new NoResponse('not_ours', { sent: true, status: response.status });
}

/** A complete body that is not JSON is not our server's. */
function parsed(response: RawResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch (cause) {
    throw new NoResponse('not_ours', { sent: true, status: response.status, cause });
  }
}

function isProblem(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false;
  const { code, status, title } = body as Record<string, unknown>;
  return (
    typeof code === 'string' &&
    Object.hasOwn(PROBLEMS, code) &&
    typeof status === 'number' &&
    typeof title === 'string'
  );
}

function retryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header.trim()) ? Number(header) * 1000 : null;
}
