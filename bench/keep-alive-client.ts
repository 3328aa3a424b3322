import type { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { type Answer, type Sent as SentWhole, textOf } from '../attack/http-client.ts';

/** Set content-length for a stream: undici otherwise sends it in chunks, unlike a device. */
type Sent = Omit<SentWhole, 'body'> & { body?: SentWhole['body'] | Readable };

/** As `HttpClient`, for measuring: what the client's own work costs would count against the server beside it. */
export class KeepAliveClient {
  readonly #pool: Pool;

  constructor(url: string, connections_max: number) {
    this.#pool = new Pool(url, { connections: connections_max });
  }

  /** Throws when there is no answer. */
  async send({ method, path, headers = {}, body }: Sent): Promise<Pick<Answer, 'status' | 'text'>> {
    const answer = await this.#pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      body: body ?? null,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** Answers the text. Throws when the status is not 200, or when there is no answer. */
  async mustSend(sent: Sent): Promise<string> {
    return textOf(sent, await this.send(sent));
  }

  /** Hands on the answer's bytes as they come, and keeps none. Throws when the status is not 200. */
  async take(sent: Sent, see: (piece: Uint8Array) => void): Promise<Record<string, unknown>> {
    const { method, path, headers = {}, body } = sent;
    const answer = await this.#pool.request({
      ...{ method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null },
      bodyTimeout: 0,
    });
    if (answer.statusCode !== 200)
      textOf(sent, { status: answer.statusCode, text: await answer.body.text() });
    for await (const piece of answer.body) see(piece);
    return answer.headers;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
