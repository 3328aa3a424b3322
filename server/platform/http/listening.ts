import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { machineRandom } from '../machine.ts';
import type { Config } from '../settings/config.ts';
import { arrivingBody, type Exchange, hasBody, unreadBodies } from './arriving-body.ts';
import { cannotListen } from './can-listen.ts';
import { type Drain, type DrainLimits, drainable } from './drain.ts';

/** `env` holds the socket, which names the address that sign-in limits count by. */
type Fetch = (request: Request, env: Exchange) => Response | Promise<Response>;

export type Listening = {
  server: Server;
  port: number;
  answer(fetch: Fetch): void;
} & Pick<Drain, 'drain' | 'isDraining'>;

export type ConnectionLimits = {
  /** A connection that has not sent its headers by then is answered 408 and closed, in ms. */
  headers_ms: number;
  /**
   * The same for the whole request, in Node's bare words. A body has limits of its own (body-budget.ts), counted from when it is
   * read and answered in ours: time for the headers and for whoever sends comes on top of the longest of them.
   */
  request_ms: number;
  /** How often connections are looked at, in ms. */
  look_ms: number;
};

const CONNECTION_LIMITS: ConnectionLimits = { headers_ms: 10_000, request_ms: 160_000, look_ms: 1_000 };

/** Listens before the app exists, since only then the port is known; what arrives in between waits for the app. */
export function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  { connections = CONNECTION_LIMITS, drain }: { connections?: ConnectionLimits; drain?: DrainLimits } = {},
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let answer: (fetch: Fetch) => void = () => undefined;
    const app = new Promise<Fetch>((ready) => {
      answer = ready;
    });
    const endUnread = unreadBodies();
    const fetch = async (request: Request, bindings: object) => {
      // HTTP/2 is never spoken here.
      const env = bindings as HttpBindings;
      const body = hasBody(env.incoming) ? arrivingBody(env.incoming) : undefined;
      // Made here: the 503 of a server that stops has the same number as the log lines of its request.
      const request_id = machineRandom.id();
      const exchange = { ...env, request_id, ...(body && { body }) };
      const answered = app.then((answerOf) => answerOf(request, exchange));
      const answer = await answering(env.outgoing, request_id, answered);
      if (body) endUnread(env, body, answer.status);
      return answer;
    };
    const serverOptions = {
      headersTimeout: connections.headers_ms,
      requestTimeout: connections.request_ms,
      connectionsCheckingInterval: connections.look_ms,
    };
    const server = serve({
      fetch,
      hostname: host,
      port,
      serverOptions,
      autoCleanupIncoming: false,
    }) as Server;
    const { answering, ...ending } = drainable(server, drain);
    const fail = (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port }));
    server.once('error', fail);
    server.once('listening', () => {
      server.off('error', fail);
      resolve({ ...ending, server, port: (server.address() as AddressInfo).port, answer });
    });
  });
}
