import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Config } from './config.ts';
import { cannotListen } from './free-address.ts';
import { endUnreadBodies } from './unread-bodies.ts';

/** `env` holds the socket, which names the address that sign-in limits count by. */
type Fetch = (request: Request, env: object) => Response | Promise<Response>;

export type Listening = {
  server: Server;
  port: number;
  answer(fetch: Fetch): void;
};

export type ConnectionLimits = {
  /** A connection that has not sent its headers by then is answered 408 and closed, in ms. */
  headers_ms: number;
  /** The same for the whole request. A body has shorter limits of its own (body-budget.ts). */
  request_ms: number;
  /** How often connections are looked at, in ms. */
  look_ms: number;
};

const CONNECTION_LIMITS: ConnectionLimits = { headers_ms: 10_000, request_ms: 130_000, look_ms: 1_000 };

/** Listens before the app exists, since only then the port is known; what arrives in between waits for the app. */
export function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let answer: (fetch: Fetch) => void = () => undefined;
    const app = new Promise<Fetch>((ready) => {
      answer = ready;
    });
    const fetch = async (request: Request, env: object) => (await app)(request, env);
    const serverOptions = {
      headersTimeout: limits.headers_ms,
      requestTimeout: limits.request_ms,
      connectionsCheckingInterval: limits.look_ms,
    };
    const server = serve({
      fetch,
      hostname: host,
      port,
      serverOptions,
      autoCleanupIncoming: false,
    }) as Server;
    endUnreadBodies(server);
    const fail = (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port }));
    server.once('error', fail);
    server.once('listening', () => {
      server.off('error', fail);
      resolve({ server, port: (server.address() as AddressInfo).port, answer });
    });
  });
}
