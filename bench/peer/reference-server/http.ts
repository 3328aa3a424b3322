import type { IncomingMessage, ServerResponse } from 'node:http';
import pg from 'pg';

/** What a call is refused with, as PostgREST and the storage word it: `message` and a code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Answer = { status: number; body?: string; headers?: Record<string, string> };

export function json(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value) };
}

export async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

export function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const length = { 'content-length': String(Buffer.byteLength(body ?? '')) };
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...headers, ...type, ...(status === 204 ? {} : length) });
  response.end(body);
}

const OF_POSTGRES: Record<string, number> = { '42501': 403, '23505': 409, '23503': 409, P0002: 404 };

/** What went wrong, as an answer. Throws what nobody foresaw. */
export function refused(error: unknown): Answer {
  if (error instanceof Refusal)
    return json(error.status, { code: error.code, message: error.message, details: null, hint: null });
  if (error instanceof pg.DatabaseError) {
    const { code = '', message, detail = null, hint = null } = error;
    return json(OF_POSTGRES[code] ?? 400, { code, message, details: detail, hint });
  }
  throw error;
}
