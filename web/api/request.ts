import { PROBLEMS, type ProblemBody } from '../../contract/rules/problems.ts';
import type { NetworkWatch } from '../world/reachability/network-watch.ts';
import type { World } from '../world/world.ts';
import { NoAnswer, ProblemError } from './errors.ts';
import type { ServerClock } from './server-clock.ts';

export type Sendable = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: BodyInit | null;
  timeout_ms: number;
  signal?: AbortSignal | undefined;
  /** Is told which share of the body has left, from 0 to 1. */
  onSent?: ((share: number) => void) | undefined;
  /** Lets the request outlive its page. */
  keepalive?: boolean;
};

export type RawAnswer = {
  ok: boolean;
  status: number;
  type: string;
  retry_after: string | null;
  /** Of a read, see `createReadsFrom`. */
  feed_position: string | null;
  text: string;
};

/** Sends a request and reads the whole answer. Throws NoAnswer when it did not arrive whole and in time. */
export type Exchange = (request: Sendable) => Promise<RawAnswer>;

export function createExchange(
  world: Pick<World, 'now' | 'timer' | 'send'>,
  clock: ServerClock,
  watch: NetworkWatch = {},
): Exchange {
  return async (request) => {
    const limit = new AbortController();
    const endWait = world.timer.after(request.timeout_ms, () => limit.abort('timeout'));
    const abort = () => limit.abort('aborted');
    if (request.signal?.aborted) abort();
    request.signal?.addEventListener('abort', abort);
    const asked_at = world.now();
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
      const answer = await world.send(request.url, sent, request.onSent);
      watch.heard?.();
      clock.note(answer.headers.get('server-time'), asked_at, world.now());
      return {
        ok: answer.ok,
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        retry_after: answer.headers.get('retry-after'),
        feed_position: answer.headers.get('feed-position'),
        text: await answer.text(),
      };
    } catch (cause) {
      const reason = limit.signal.aborted ? limit.signal.reason : 'network';
      if (reason !== 'aborted') await watch.missed?.();
      throw new NoAnswer(reason, { sent: true, cause });
    } finally {
      endWait();
      request.signal?.removeEventListener('abort', abort);
    }
  };
}

/** Throws ProblemError when our server answered a problem, NoAnswer for all that is not its word: a gateway's 502, a captive portal's 200. */
export function jsonOf(answer: RawAnswer): unknown {
  if (answer.ok && /^application\/json\b/i.test(answer.type)) return parsed(answer);
  if (!answer.ok && /^application\/problem\+json\b/i.test(answer.type)) {
    const body = parsed(answer);
    if (isProblem(body)) throw new ProblemError(body, retryAfter(answer.retry_after));
  }
  throw new NoAnswer('not_ours', { sent: true, status: answer.status });
}

/** A whole body that is no JSON is not ours. */
function parsed(answer: RawAnswer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch (cause) {
    throw new NoAnswer('not_ours', { sent: true, status: answer.status, cause });
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
