import { createHash } from 'node:crypto';
import type { Paper } from './demo-documents.ts';

/** Handles a request in this server without a socket. */
export type Ask = (path: string, init: RequestInit) => Response | Promise<Response>;

export type DemoSession = { access_token: string; session_id: string };

/**
 * Returns a fixed id for a text, so that a command is executed once even if the demo is started repeatedly.
 */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(`mandoob demo ${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The server has refused a request for a reason that a retry does not change. */
export class Refused extends Error {}

/** Returns a client that sends requests as the browsers of the demo's users do. */
export function demoClient(ask: Ask, password: string) {
  async function request(path: string, init: RequestInit): Promise<unknown> {
    const response = await ask(path, init);
    const text = await response.text();
    if (response.status >= 300) {
      const message = `${path} responded ${response.status}: ${text}`;
      throw response.status < 500 ? new Refused(message) : new Error(message);
    }
    return text === '' ? null : JSON.parse(text);
  }

  const headersOf = ({ access_token }: DemoSession) => ({ authorization: `Bearer ${access_token}` });

  return {
    async signIn(email: string, device: string): Promise<DemoSession> {
      const token = (await request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': device },
        body: JSON.stringify({ email, password }),
      })) as { access_token: string };
      const [, claims = ''] = token.access_token.split('.');
      const { session_id } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
        session_id: string;
      };
      return { access_token: token.access_token, session_id };
    },
    async signOut(session: DemoSession): Promise<void> {
      await request('/auth/v1/logout?scope=local', { method: 'POST', headers: headersOf(session) });
    },
    /** Sends a command with the files that it names, in one request (decision 38). */
    async command(
      session: DemoSession,
      path: string,
      command_id: string,
      body: object,
      papers: Iterable<Paper> = [],
    ): Promise<unknown> {
      const { type, bytes } = await bodyOf(JSON.stringify(body), [...papers]);
      return request(path, {
        method: 'POST',
        headers: { ...headersOf(session), 'content-type': type, 'idempotency-key': command_id },
        body: bytes,
      });
    },
  };
}

/** Returns the command as JSON, or a form that also contains its files, each distinct content once. */
async function bodyOf(command: string, papers: readonly Paper[]) {
  if (papers.length === 0) return { type: 'application/json', bytes: command };
  const form = new FormData();
  form.append('command', command);
  for (const [sha256, bytes] of new Map(papers.map((paper) => [paper.sha256, paper.bytes])))
    form.append(sha256, new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const whole = new Response(form);
  return { type: whole.headers.get('content-type') ?? '', bytes: await whole.arrayBuffer() };
}

export type DemoClient = ReturnType<typeof demoClient>;
