import type { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { type HttpResponse, type HttpRequest as SentWhole, textOf } from '../attack/http-client.ts';

/** Set content-length for a stream: undici otherwise sends it in chunks, unlike a device. */
type Sent = Omit<SentWhole, 'body'> & { body?: SentWhole['body'] | Readable };

/**
 * Like `HttpClient`, with less overhead: the client's work would count against the server on the same
 * machine.
 */
export class KeepAliveClient {
  readonly #pool: Pool;

  constructor(url: string, connections_max: number) {
    this.#pool = new Pool(url, { connections: connections_max });
  }

  /** Throws when there is no response. */
  async send({ method, path, headers = {}, body }: Sent): Promise<Pick<HttpResponse, 'status' | 'text'>> {
    const response = await this.#pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      body: body ?? null,
    });
    return { status: response.statusCode, text: await response.body.text() };
  }

  /** Returns the response text. Throws when the status is not 200 or there is no response. */
  async mustSend(sent: Sent): Promise<string> {
    return textOf(sent, await this.send(sent));
  }

  /** Passes on each chunk of the response body without keeping it. Throws when the status is not 200. */
  async take(sent: Sent, onChunk: (chunk: Uint8Array) => void): Promise<Record<string, unknown>> {
    const { method, path, headers = {}, body } = sent;
    const response = await this.#pool.request({
      ...{ method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null },
      bodyTimeout: 0,
    });
    if (response.statusCode !== 200)
      textOf(sent, { status: response.statusCode, text: await response.body.text() });
    for await (const chunk of response.body) onChunk(chunk);
    return response.headers;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
