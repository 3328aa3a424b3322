import { Agent, request } from 'node:http';

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

/** Speaks to one server over connections of its own, never throws, and never waits for ever. */
export class HttpAttacker {
  readonly #agent: Agent;
  readonly url: string;

  constructor(url: string, connections_max = 32) {
    this.url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections_max });
  }

  send({ method, path, headers = {}, body }: Sent, answer_ms_max = ANSWER_MS_MAX): Promise<Answer> {
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
      asked.once('error', (error) => end(NO_ANSWER, '', error.message));
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
