import type { Context } from 'hono';
import type { Exchange } from './arriving-body.ts';

/**
 * Adds headers to a response, except those that its route has set. With a socket, Node merges both as it
 * writes them: changing the headers of a finished Response takes longer than all its other processing.
 */
export function addHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  const { outgoing } = (c.env ?? {}) as Exchange;
  // A draining server has already sent a 503 for a request that took too long.
  if (outgoing?.headersSent) return;
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing) outgoing.setHeader(name, value);
    else if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
}
