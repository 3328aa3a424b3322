import { createHash } from 'node:crypto';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { Paper } from './demo-papers.ts';

/** What answers a request of this server's own, without a socket. */
export type Ask = (path: string, init: RequestInit) => Response | Promise<Response>;

export type DemoSession = { access_token: string; session_id: string };

/** An id that is always the same for the same words: what is done under it is done once, however often the demo is started. */
export function idOf(words: string): string {
  const hex = createHash('sha256').update(`mandoob demo ${words}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Requests as browsers send them, in the name of the demo's people. */
export function demoClient(ask: Ask, password: string) {
  async function answered(path: string, init: RequestInit): Promise<unknown> {
    const answer = await ask(path, init);
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${text}`);
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
    async put(session: DemoSession, bucket: Bucket, path: string, { bytes, sha256 }: Paper) {
      await answered(`/storage/v1/object/${bucket}/${encodeURI(path)}`, {
        method: 'PUT',
        headers: { ...headersOf(session), 'content-sha256': sha256 },
        body: bytes as Uint8Array<ArrayBuffer>,
      });
      return { path, sha256 };
    },
    async command(session: DemoSession, path: string, command_id: string, body: object): Promise<unknown> {
      return answered(path, {
        method: 'POST',
        headers: {
          ...headersOf(session),
          'content-type': 'application/json',
          'idempotency-key': command_id,
        },
        body: JSON.stringify(body),
      });
    },
    async read(session: DemoSession, path: string): Promise<unknown> {
      return answered(path, { method: 'GET', headers: headersOf(session) });
    },
  };
}

export type DemoClient = ReturnType<typeof demoClient>;
