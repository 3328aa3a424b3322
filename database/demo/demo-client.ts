import { createHash } from 'node:crypto';
import type { Paper } from './demo-papers.ts';

/** What answers a request of this server's own, without a socket. */
export type Ask = (path: string, init: RequestInit) => Response | Promise<Response>;

export type DemoSession = { access_token: string; session_id: string };

/** An id that is always the same for the same words: what is done under it is done once, however often the demo is started. */
export function idOf(words: string): string {
  const hex = createHash('sha256').update(`mandoob demo ${words}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The server has said no to what was asked of it, and would say no again. */
export class Refused extends Error {}

/** Requests as browsers send them, in the name of the demo's people. */
export function demoClient(ask: Ask, password: string) {
  async function answered(path: string, init: RequestInit): Promise<unknown> {
    const answer = await ask(path, init);
    const text = await answer.text();
    if (answer.status >= 300) {
      const said = `${path} answered ${answer.status}: ${text}`;
      throw answer.status < 500 ? new Refused(said) : new Error(said);
    }
    return text === '' ? null : JSON.parse(text);
  }

  const headersOf = ({ access_token }: DemoSession) => ({ authorization: `Bearer ${access_token}` });

  return {
    async signIn(email: string, device: string): Promise<DemoSession> {
      const answer = (await answered('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': device },
        body: JSON.stringify({ email, password }),
      })) as { access_token: string };
      const [, claims = ''] = answer.access_token.split('.');
      const { session_id } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
        session_id: string;
      };
      return { access_token: answer.access_token, session_id };
    },
    async signOut(session: DemoSession): Promise<void> {
      await answered('/auth/v1/logout?scope=local', { method: 'POST', headers: headersOf(session) });
    },
    /** With the papers that it names, in one request (decision 38). */
    async command(
      session: DemoSession,
      path: string,
      command_id: string,
      body: object,
      papers: Iterable<Paper> = [],
    ): Promise<unknown> {
      const { type, bytes } = await bodyOf(JSON.stringify(body), [...papers]);
      return answered(path, {
        method: 'POST',
        headers: { ...headersOf(session), 'content-type': type, 'idempotency-key': command_id },
        body: bytes,
      });
    },
  };
}

/** The command alone, or a form that has its papers beside it, each content once. */
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
