import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { machineRandom } from '../machine.ts';
import type { Config } from '../settings/config.ts';
import { arrivingBody, type Exchange, hasBody, unreadBodies } from './arriving-body.ts';
import { cannotListen } from './can-listen.ts';
import { type Drain, type DrainLimits, drainable } from './drain.ts';

/** `env` contains the socket, whose address is used for the sign-in limits. */
type Fetch = (request: Request, env: Exchange) => Response | Promise<Response>;

export type Listening = {
  server: Server;
  port: number;
  answer(fetch: Fetch): void;
} & Pick<Drain, 'drain' | 'isDraining'>;

export type ConnectionLimits = {
  /** A connection that has not sent its headers within this time gets 408 and is closed, in ms. */
  headers_ms: number;
  /**
   * The time limit for a whole request, which Node enforces without a problem document. Bodies have separate
   * limits (body-budget.ts), which start when they are read. This limit is the longest of those plus time for
   * the headers.
   */
  request_ms: number;
  /** The interval between checks of the connections, in ms. */
  look_ms: number;
};

const CONNECTION_LIMITS: ConnectionLimits = { headers_ms: 10_000, request_ms: 160_000, look_ms: 1_000 };

/** Starts listening before the app exists, since only then is the port known; requests wait for the app. */
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
      // The server never uses HTTP/2.
      const env = bindings as HttpBindings;
      const body = hasBody(env.incoming) ? arrivingBody(env.incoming) : undefined;
      // Created here, so that the 503 of a draining server has the same id as the log lines of its request.
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
