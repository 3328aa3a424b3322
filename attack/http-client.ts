import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type HttpResponse = { status: number; type: string; text: string; ms: number };

export type HttpRequest = {
  method: string;
  /** Path and query exactly as sent on the wire. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
};

/** A request counts as unanswered if no response arrives within this time. */
const ANSWER_MS_MAX = 10_000;

/** Status 0 means no response at all: the connection broke or the time ran out. */
export const NO_RESPONSE = 0;

/** Sends requests to one server over its own persistent connections, with a timeout for each. */
export class HttpClient {
  readonly #agent: Agent;
  readonly url: string;

  constructor(url: string, connections_max = 32) {
    this.url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections_max });
  }

  /**
   * Never throws: see NO_RESPONSE. The server may have closed a connection while it was idle, so a request
   * that got no response on a reused connection is sent again until a new connection carries it.
   */
  send(sent: HttpRequest, answer_ms_max = ANSWER_MS_MAX): Promise<HttpResponse> {
    const { method, path, headers = {}, body } = sent;
    const started = performance.now();
    // Node does not add content-length to DELETE and OPTIONS requests.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve) => {
      const end = (status: number, type: string, text: string) =>
        resolve({ status, type, text, ms: performance.now() - started });
      const { hostname, port } = new URL(this.url);
      const sending = request(
        {
          hostname,
          port,
          method,
          path,
          headers: { ...length, ...headers },
          agent: this.#agent,
          timeout: answer_ms_max,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', (error) => end(NO_RESPONSE, '', error.message));
          response.once('end', () =>
            end(
              response.statusCode ?? NO_RESPONSE,
              response.headers['content-type'] ?? '',
              Buffer.concat(chunks).toString('utf8'),
            ),
          );
        },
      );
      sending.once('timeout', () => sending.destroy(new Error('no response in time')));
      sending.once('error', (error: NodeJS.ErrnoException) => {
        const was_closed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        if (sending.reusedSocket && was_closed) resolve(this.send(sent, answer_ms_max));
        else end(NO_RESPONSE, '', error.message);
      });
      sending.end(body);
    });
  }

  /** Retries while the status is one of `again`, like an honest client, at most `attempts_max` times. */
  async sendWithRetries(
    sent: HttpRequest,
    { again, attempts_max, pause_ms }: { again: readonly number[]; attempts_max: number; pause_ms: number },
  ): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.send(sent);
      if (attempt === attempts_max || !again.includes(response.status)) return response;
      await pause(pause_ms);
    }
  }

  /** Returns the response's text. Throws if the status is not 200. */
  async mustSend(sent: HttpRequest): Promise<string> {
    return textOf(sent, await this.send(sent));
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Throws if the status is not 200. */
export function textOf(
  { method, path }: Pick<HttpRequest, 'method' | 'path'>,
  { status, text }: Pick<HttpResponse, 'status' | 'text'>,
): string {
  if (status === 200) return text;
  throw new Error(`${method} ${path} returned ${status}: ${text}`);
}

/** The browser's sign-in request. */
export function signInOf(credentials: {
  email: string;
  password: string;
  device_token?: string | undefined;
}): HttpRequest {
  return {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  };
}
