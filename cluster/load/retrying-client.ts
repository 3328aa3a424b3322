import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient, type HttpRequest, type HttpResponse, NO_RESPONSE } from '../../attack/http-client.ts';

/**
 * True for statuses after which a device retries a command under the same id
 * (web/offline/sending/sending-states.ts).
 */
const isRetried = (status: number) =>
  status === NO_RESPONSE || status === 408 || status === 425 || status === 429 || status >= 500;
const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 1_000;

/** An attempt that a device has to retry: no response, or a server error. */
export type Failure = { at_ms: number; what: string; status: number; text: string };

export type RetryingClient = ReturnType<typeof retryingClient>;

/**
 * Sends requests to `urls` in turn, over persistent connections. `answer_ms_max`: a request without a
 * response after this time counts as failed.
 */
export function retryingClient(
  urls: readonly string[],
  { answer_ms_max = 10_000, connections_max = 64 }: { answer_ms_max?: number; connections_max?: number } = {},
) {
  const clients = urls.map((url) => new HttpClient(url, connections_max));
  const failures: Failure[] = [];
  let turn = 0;
  let requests = 0;

  /** Sends one attempt. Never throws: see NO_RESPONSE. */
  async function send(sent: HttpRequest): Promise<HttpResponse> {
    const client = clients[turn % clients.length];
    if (!client) throw new Error('the client has no server');
    turn += 1;
    requests += 1;
    const response = await client.send(sent, answer_ms_max);
    if (isRetried(response.status)) {
      const what = `${sent.method} ${sent.path.split('/', 3).join('/')}`;
      failures.push({ at_ms: Date.now(), what, status: response.status, text: response.text.slice(0, 300) });
    }
    return response;
  }

  return {
    send,
    /**
     * Retries until a decisive response. Returns null if `signal` is aborted first. Calls `sending` before
     * each attempt.
     */
    async sendUntilDecided(
      sent: HttpRequest,
      { signal, sending }: { signal?: AbortSignal; sending?: () => void } = {},
    ): Promise<HttpResponse | null> {
      for (let wait_ms = FIRST_PAUSE_MS; !signal?.aborted; wait_ms = Math.min(2 * wait_ms, PAUSE_MS_MAX)) {
        sending?.();
        const response = await send(sent);
        if (!isRetried(response.status)) return response;
        await pause(wait_ms, undefined, { signal }).catch(() => undefined);
      }
      return null;
    },
    failures: (): readonly Failure[] => failures,
    requests: () => requests,
    close(): void {
      for (const client of clients) client.close();
    },
  };
}
