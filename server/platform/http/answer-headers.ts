import type { Context } from 'hono';
import type { Exchange } from './arriving-body.ts';

/**
 * Adds headers to what a request is answered, but for those that its route has set itself. On a socket it is Node that puts both together, as
 * it writes them: to look through and change the headers of a finished answer takes longer than all else about them.
 */
export function addHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  const { outgoing } = (c.env ?? {}) as Exchange;
  // A server that ends has answered already whom it could not let wait.
  if (outgoing?.headersSent) return;
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing) outgoing.setHeader(name, value);
    else if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
}
