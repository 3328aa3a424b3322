import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Answer = { status: number; type: string; text: string; ms: number };

export type Sent = {
  method: string;
  /** Path and query as they go on the wire. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
};

/** A request whose answer has not come by then counts as unanswered. */
const ANSWER_MS_MAX = 10_000;

/** Status 0 stands for no answer at all: the connection broke or time ran out. */
export const NO_ANSWER = 0;

/** Speaks to one server over connections of its own that it keeps, and never waits for ever. */
export class HttpClient {
  readonly #agent: Agent;
  readonly url: string;

  constructor(url: string, connections_max = 32) {
    this.url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections_max });
  }

  /**
   * Never throws: see NO_ANSWER. The server may have closed a connection while it was idle, so a request that had no answer on a used
   * connection is sent again until a new connection carries it.
   */
  send(sent: Sent, answer_ms_max = ANSWER_MS_MAX): Promise<Answer> {
    const { method, path, headers = {}, body } = sent;
    const started = performance.now();
    // Node announces no length for a DELETE or OPTIONS by itself.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve) => {
      const end = (status: number, type: string, text: string) =>
        resolve({ status, type, text, ms: performance.now() - started });
      const { hostname, port } = new URL(this.url);
      const asked = request(
        {
          hostname,
          port,
          method,
          path,
          headers: { ...length, ...headers },
          agent: this.#agent,
          timeout: answer_ms_max,
        },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.once('error', (error) => end(NO_ANSWER, '', error.message));
          answer.once('end', () =>
            end(
              answer.statusCode ?? NO_ANSWER,
              answer.headers['content-type'] ?? '',
              Buffer.concat(pieces).toString('utf8'),
            ),
          );
        },
      );
      asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
      asked.once('error', (error: NodeJS.ErrnoException) => {
        const was_closed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        if (asked.reusedSocket && was_closed) resolve(this.send(sent, answer_ms_max));
        else end(NO_ANSWER, '', error.message);
      });
      asked.end(body);
    });
  }

  /** Sends it again while the answer is one of `again`: as an honest client does, which gives up after so many attempts. */
  async sendPatiently(
    sent: Sent,
    { again, attempts_max, pause_ms }: { again: readonly number[]; attempts_max: number; pause_ms: number },
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.send(sent);
      if (attempt === attempts_max || !again.includes(answer.status)) return answer;
      await pause(pause_ms);
    }
  }

  /** Answers the text. Throws when the status is not 200. */
  async mustSend(sent: Sent): Promise<string> {
    return textOf(sent, await this.send(sent));
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Throws when the status is not 200. */
export function textOf(
  { method, path }: Pick<Sent, 'method' | 'path'>,
  { status, text }: Pick<Answer, 'status' | 'text'>,
): string {
  if (status === 200) return text;
  throw new Error(`${method} ${path} answered ${status}: ${text}`);
}

/** A sign-in as the browser asks for it. */
export function signInOf(credentials: {
  email: string;
  password: string;
  device_token?: string | undefined;
}): Sent {
  return {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  };
}
