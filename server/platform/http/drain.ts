import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Problem, problemBody, RETRY_AFTER_S } from '../problem.ts';

export type DrainLimits = {
  /** Time in ms for which connections are still accepted; their responses have `Connection: close`. */
  still_taken_ms: number;
  /** Time in ms within which a completely received request gets a response, 503 if necessary. */
  answer_ms: number;
  /** Time in ms for bodies in transit to arrive. */
  upload_ms: number;
};

export const DRAIN_LIMITS: DrainLimits = { still_taken_ms: 200, answer_ms: 800, upload_ms: 10_000 };
const LOOK_MS = 20;
/** Time in ms for reading what was sent just before the server closed. */
export const FINAL_READ_MS = 100;
export const ACCEPT_LAST_MS_MAX = 500;
const SHORT_TURN_MS = 0.1;

export type Draining = {
  /**
   * Resolves when load balancers have noticed that the server is not ready; until then all requests are
   * served.
   */
  noticed?: Promise<unknown>;
  /** Ends endless responses, once the drain begins to close connections. */
  ending?: () => void;
  /**
   * Called for each request that gets 503 because it takes too long: its own log line comes later, or never.
   */
  onGivenUp?: (request_id: string) => void;
};

type Open = { incoming: IncomingMessage; whole_since: number | null; giveUp(): void };

export type Drain = ReturnType<typeof drainable>;

/**
 * Stops a server so that every completely received request gets a response. Every response then has
 * `Connection: close`, since a connection that is closed while idle may have a request in transit.
 */
export function drainable(server: Server, limits: DrainLimits = DRAIN_LIMITS) {
  const open = new Map<ServerResponse, Open>();
  let draining = false;
  let noteGivenUp: (request_id: string) => void = () => undefined;

  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    open.set(outgoing, { incoming, whole_since: null, giveUp: () => outgoing.destroy() });
    if (draining) outgoing.shouldKeepAlive = false;
    outgoing.once('close', () => open.delete(outgoing));
  });

  /**
   * Accepts no new requests, responds to every request that was received completely, and closes all
   * connections.
   */
  async function drain({ noticed, ending, onGivenUp }: Draining = {}): Promise<void> {
    draining = true;
    if (onGivenUp) noteGivenUp = onGivenUp;
    for (const outgoing of open.keys()) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
    await noticed;
    ending?.();
    const begun = performance.now();
    const looking = setInterval(() => {
      const now = performance.now();
      for (const one of open.values()) if (isLate(one, now, now - begun, limits)) one.giveUp();
    }, LOOK_MS);
    await pause(limits.still_taken_ms);
    await takeLast(server);
    const closed = new Promise((resolve) => server.close(resolve));
    await pause(FINAL_READ_MS);
    while (open.size > 0) await pause(LOOK_MS);
    clearInterval(looking);
    // The remaining connections have no open request, or sent only part of one.
    server.closeAllConnections();
    await closed;
  }

  return {
    drain,
    isDraining: () => draining,
    /** Resolves to the response of `answer`, or to 503 if the server can no longer wait for it. */
    answering(outgoing: ServerResponse, request_id: string, answer: Promise<Response>): Promise<Response> {
      const one = open.get(outgoing);
      if (!one) return answer;
      const given_up = new Promise<Response>((resolve) => {
        one.giveUp = () => {
          // The second call means that the client has not received the response.
          one.giveUp = () => outgoing.destroy();
          if (outgoing.headersSent) {
            outgoing.destroy();
            return;
          }
          noteGivenUp(request_id);
          resolve(unavailable(request_id));
        };
      });
      return Promise.race([answer, given_up]);
    },
  };
}

function isLate(one: Open, now: number, draining_ms: number, limits: DrainLimits): boolean {
  if (!one.incoming.complete) return draining_ms > limits.upload_ms;
  one.whole_since ??= now;
  return now - one.whole_since > limits.answer_ms;
}

/**
 * Waits for connections that the operating system has established and Node has not accepted: closing would
 * reset them. Node accepts them at the start of each turn of the event loop, so this ends after a turn in
 * which none came and which was too short for one to arrive meanwhile.
 */
async function takeLast(server: Server): Promise<void> {
  let came = false;
  const noteOne = () => {
    came = true;
  };
  server.on('connection', noteOne);
  const until = performance.now() + ACCEPT_LAST_MS_MAX;
  for (;;) {
    came = false;
    const begun = performance.now();
    await nextTurn();
    const now = performance.now();
    if ((!came && now - begun < SHORT_TURN_MS) || now > until) break;
  }
  server.off('connection', noteOne);
}

function unavailable(request_id: string): Response {
  const body = problemBody(new Problem('unavailable'), request_id);
  return Response.json(body, {
    status: body.status,
    headers: {
      'content-type': 'application/problem+json',
      'request-id': request_id,
      'retry-after': String(RETRY_AFTER_S),
      'cache-control': 'no-store',
    },
  });
}
