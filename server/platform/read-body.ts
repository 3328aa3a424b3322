import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import {
  type AllBodyLimits,
  type BodyBudget,
  type BodyShare,
  bodyBudget,
  type Sender,
} from './body-budget.ts';
import { Problem } from './problem.ts';
import type { RequestEnv } from './services.ts';

/** What a request needs to read its body: the budgets of this process, and what it holds of them. */
export type Bodies = { budgets: Record<Sender, BodyBudget>; held: BodyShare[] };

/** Gives every request the budgets, and takes back what it held of them once it was answered. */
export function bodiesWithin(limits: AllBodyLimits): MiddlewareHandler<RequestEnv> {
  const budgets = {
    staff: bodyBudget(limits.staff),
    store: bodyBudget(limits.store),
    stranger: bodyBudget(limits.stranger),
  };
  return async (c, next) => {
    c.set('bodies', { budgets, held: [] });
    try {
      await next();
    } finally {
      forgetBody(c);
    }
  };
}

/** Gives back what the request holds of the budgets, where the body is needed no more and the answer may take its time. */
export function forgetBody(c: Context<RequestEnv>): void {
  for (const share of c.get('bodies').held.splice(0)) share.release();
}

/** Whose budget a body counts under. `session_id` is that of the access token. */
export type BodyOf = { sender: 'staff'; session_id: string } | { sender: 'store' | 'stranger' };

/**
 * Reads a body of at most `max_bytes`, without ever holding more of it. Throws `too_large`; `malformed` when it breaks off;
 * `too_slow` when it stops coming; `unavailable` past the budget of those who send such bodies.
 */
export async function readBody(
  c: Context<RequestEnv>,
  max_bytes: number,
  of: BodyOf,
): Promise<Uint8Array<ArrayBuffer>> {
  const too_large = () => new Problem('too_large', `At most ${max_bytes} bytes`);
  if (Number(c.req.header('content-length')) > max_bytes) throw too_large();
  const { budgets, held } = c.get('bodies');
  const share = budgets[of.sender].enter(of.sender === 'staff' ? of.session_id : of.sender);
  held.push(share);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(c, share.ended)) {
    size += chunk.byteLength;
    if (size > max_bytes) throw too_large();
    share.grow(chunk.byteLength);
    chunks.push(chunk);
    await share.turn();
  }
  share.complete();
  return joined(chunks, size);
}

function joined(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** `ended` rejects when no more is to be read. */
async function* chunksOf(c: Context<RequestEnv>, ended: Promise<never>): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(c);
  for (;;) {
    const piece = await Promise.race([ended, nextOf(pieces)]);
    if (!piece) return;
    yield piece;
  }
}

/** From the request itself where there is one: a web stream around it would hold a second piece of every body. */
function piecesOf(c: Context<RequestEnv>): AsyncIterator<Uint8Array> | undefined {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming
    ? incoming.iterator({ destroyOnReturn: false })
    : c.req.raw.body?.values({ preventCancel: true });
}

async function nextOf(pieces: AsyncIterator<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  try {
    return (await pieces?.next())?.value;
  } catch {
    // The sender hung up, or broke the transfer's own rules: nothing of ours has failed.
    throw new Problem('malformed', 'The body broke off');
  }
}
