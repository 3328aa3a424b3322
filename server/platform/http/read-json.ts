import type { Context } from 'hono';
import { Problem } from '../problem.ts';
import { type BodyOf, readBody } from './read-body.ts';
import type { RequestEnv } from './services.ts';

/** Reads a body as JSON. Throws `malformed`, and what `readBody` throws. */
export async function readJson(c: Context<RequestEnv>, max_bytes: number, of: BodyOf): Promise<unknown> {
  return parseJson(await readBody(c, max_bytes, of));
}

/** Throws `malformed`. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem('malformed', 'The body is not valid JSON in UTF-8');
  }
}
