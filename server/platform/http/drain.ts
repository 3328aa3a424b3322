import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Problem, problemBody, RETRY_AFTER_S } from '../problem.ts';

export type DrainLimits = {
  /** Connections are still taken for so long: what is on its way is answered, and told not to come back, in ms. */
  still_taken_ms: number;
  /** What has been received whole is answered within this, by a 503 if need be, in ms. */
  answer_ms: number;
  /** Bodies that are being sent have so long to arrive, in ms. */
  upload_ms: number;
};

export const DRAIN_LIMITS: DrainLimits = { still_taken_ms: 200, answer_ms: 800, upload_ms: 10_000 };
const LOOK_MS = 20;
/** What was sent just before the door closed is read within this, in ms. */
export const LAST_WORDS_MS = 100;
export const TAKE_LAST_MS_MAX = 500;
const SHORT_TURN_MS = 0.1;

export type Draining = {
  /** Until then everything is taken and answered as ever: whoever stands before the server has to see first that it is not ready any more. */
  noticed?: Promise<unknown>;
  /** Ends what would go on for ever, once nothing has long to go any more. */
  ending?: () => void;
  /** Told of each request that is answered 503 because its answer takes too long: its own log line comes later, or never. */
  onGivenUp?: (request_id: string) => void;
};

type Open = { incoming: IncomingMessage; whole_since: number | null; giveUp(): void };

export type Drain = ReturnType<typeof drainable>;

/**
 * Ends a server so that no request which it has received whole is left unanswered. Every answer then says `Connection: close`,
 * since a connection that is closed while it is idle may have a request on its way.
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

  /** Takes nothing new, answers everything that was received whole, and closes all connections. */
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
    await pause(LAST_WORDS_MS);
    while (open.size > 0) await pause(LOOK_MS);
    clearInterval(looking);
    // What is left has been answered, or has said nothing whole.
    server.closeAllConnections();
    await closed;
  }

  return {
    drain,
    isDraining: () => draining,
    /** Answers as `answer` does, or 503 when the server cannot wait for that any longer. */
    answering(outgoing: ServerResponse, request_id: string, answer: Promise<Response>): Promise<Response> {
      const one = open.get(outgoing);
      if (!one) return answer;
      const given_up = new Promise<Response>((resolve) => {
        one.giveUp = () => {
          // The second time nobody has taken the answer.
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
 * Closing resets the connections that the system has made and nobody has taken yet. They are taken at the start of each turn of the event
 * loop; so this ends after a turn in which none came and which was too short for one to come meanwhile.
 */
async function takeLast(server: Server): Promise<void> {
  let came = false;
  const noteOne = () => {
    came = true;
  };
  server.on('connection', noteOne);
  const until = performance.now() + TAKE_LAST_MS_MAX;
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
