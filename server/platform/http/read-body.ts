import type { Context, MiddlewareHandler } from 'hono';
import { Problem } from '../problem.ts';
import type { ArrivingBody, Exchange } from './arriving-body.ts';
import { type AllBodyLimits, bodyBudget } from './body-budget.ts';
import { growingBytes } from './growing-bytes.ts';
import type { RequestEnv } from './services.ts';

/** Gives every request access to the budgets, and releases its shares after the response. */
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

/** Releases the request's shares early, when the body is no longer needed and the response may take long. */
export function forgetBody(c: Context<RequestEnv>): void {
  for (const share of c.get('bodies').held.splice(0)) share.release();
}

/**
 * The budget that a body counts under. `session_id` is that of the access token; `with_files` if it contains
 * files.
 */
export type BodySource =
  | { sender: 'staff'; session_id: string; with_files?: true }
  | { sender: 'store' | 'stranger' };

/**
 * Reads a body of at most `max_bytes`, and never holds more of it in memory. Throws `too_large`; `malformed`
 * when it breaks off; `too_slow` when it stops arriving; `unavailable` beyond the sender's budget. `onPiece`
 * receives each chunk as it arrives.
 */
export async function readBody(
  c: Context<RequestEnv>,
  max_bytes: number,
  of: BodySource,
  onPiece: (piece: Uint8Array) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(c.req.header('content-length')) > max_bytes) throw tooLarge(max_bytes);
  const { budgets, held } = c.get('bodies');
  const share = budgets[of.sender].enter(holderOf(of));
  held.push(share);
  const body = growingBytes();
  const arriving = bodyOf(c);
  for (;;) {
    const piece = await share.unlessEnded(() => arriving.next());
    if (!piece) break;
    if (body.size() + piece.byteLength > max_bytes) throw tooLarge(max_bytes);
    share.grow(piece.byteLength);
    body.add(piece);
    onPiece(piece);
    await share.turn();
  }
  share.complete();
  const announced = Number(c.req.header('content-length') ?? body.size());
  if (body.size() !== announced) throw new Problem('malformed', 'The body is incomplete');
  return body.take();
}

function holderOf(of: BodySource) {
  if (of.sender !== 'staff') return { holder: of.sender, with_files: false };
  return { holder: of.session_id, with_files: of.with_files === true };
}

export function tooLarge(max_bytes: number): Problem {
  return new Problem('too_large', `At most ${max_bytes} bytes`);
}

/** Returns the body from the socket; without a socket, as in most tests, from the request. */
function bodyOf(c: Context<RequestEnv>): Pick<ArrivingBody, 'next'> {
  const { body } = (c.env ?? {}) as Exchange;
  if (body) return body;
  const reader = c.req.raw.body?.getReader();
  return { next: async () => (await reader?.read())?.value };
}

/** Reads a body as JSON. Throws `malformed` and the Problems of `readBody`. */
export async function readJson(c: Context<RequestEnv>, max_bytes: number, of: BodySource): Promise<unknown> {
  return parseJson(await readBody(c, max_bytes, of));
}

/** Parses bytes as JSON in UTF-8. Throws `malformed`. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem('malformed', 'The body is not valid JSON in UTF-8');
  }
}
