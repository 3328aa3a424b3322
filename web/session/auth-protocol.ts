import { SESSION_ENDS, type SessionEnd } from '../../contract/rules/sign-in/session-end.ts';
import { NoResponse } from '../api/errors.ts';
import type { Exchange, RawResponse, Sendable } from '../api/request.ts';
import type { Environment } from '../environment/environment.ts';
import { parseJson, STORED_KEYS, type StoredTexts } from '../environment/stored-texts.ts';
import { signInMessage } from '../messages/server-messages.ts';
import type { Session } from './session-types.ts';

/**
 * An error response of the sign-in service, `{code, error_code, msg}`. `message`: its text, or ours for its
 * code.
 */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly status: number;
  readonly error_code: string;
  readonly ended_because: SessionEnd | null;

  constructor(status: number, error_code: string, message: string, ended_because: SessionEnd | null = null) {
    super(message);
    this.status = status;
    this.error_code = error_code;
    this.ended_because = ended_because;
  }
}

const TIMEOUT_MS = 15_000;

export type AuthProtocol = ReturnType<typeof createAuthProtocol>;

/** Creates the requests to the sign-in service. All throw SignInError or NoResponse. */
export function createAuthProtocol({ now }: Pick<Environment, 'now'>, exchange: Exchange, kept: StoredTexts) {
  async function token(grant_type: 'password' | 'refresh_token', body: object) {
    const response = await exchange(post(`/auth/v1/token?grant_type=${grant_type}`, body));
    if (!response.ok) throw errorOf(response);
    const opened = parseJson(response.text);
    const session = sessionOf(opened, Math.floor(now() / 1000));
    if (!session) throw new NoResponse('not_ours', { sent: true, status: response.status });
    return { session, device_token: isRecord(opened) ? opened.device_token : undefined };
  }

  return {
    /** Signs in with this browser's device token, if it has one, and stores a new one. */
    async signInWithPassword(email: string, password: string): Promise<Session> {
      // The device token is not part of the session and outlives it. It allows ten wrong passwords and a
      // separate queue (decision 17), but grants no access and identifies no user.
      const known = kept.read(STORED_KEYS.known_device);
      const body = await token('password', { email, password, ...(known && { device_token: known }) });
      if (typeof body.device_token === 'string')
        void kept.write({ [STORED_KEYS.known_device]: body.device_token });
      return body.session;
    },
    /** The server responds 200, 400 (the session has ended) or 503. */
    async refreshSession(refresh_token: string): Promise<Session> {
      return (await token('refresh_token', { refresh_token })).session;
    },
    /** Ends all sessions of the user. The request continues if the page is closed. */
    async revokeSessions(access_token: string): Promise<void> {
      const response = await exchange({
        ...post('/auth/v1/logout?scope=global', {}),
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        keepalive: true,
      });
      if (!response.ok) throw errorOf(response);
    },
  };
}

function post(url: string, body: object): Sendable {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return { method: 'POST', url, headers, body: JSON.stringify(body), timeout_ms: TIMEOUT_MS };
}

function errorOf(response: RawResponse): SignInError | NoResponse {
  const body = parseJson(response.text);
  if (!isRecord(body) || typeof body.msg !== 'string') {
    return new NoResponse('not_ours', { sent: true, status: response.status });
  }
  const ended_because = SESSION_ENDS.find((known) => known === body.ended_because) ?? null;
  const error_code = String(body.error_code ?? '');
  return new SignInError(response.status, error_code, signInMessage(error_code, body.msg), ended_because);
}

/**
 * Reads a response of `/token`. Converts expiry and end to the device's own clock, correct or not, because
 * they are compared with that clock.
 */
function sessionOf(body: unknown, now_s: number): Session | null {
  if (!isRecord(body) || !isRecord(body.user)) return null;
  const { access_token, refresh_token, expires_in, session_ends_in, user } = body;
  const { id, email } = user as Record<string, unknown>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
  if (typeof expires_in !== 'number' || typeof id !== 'string' || typeof email !== 'string') return null;
  const tokens = { access_token, refresh_token, token_type: 'bearer' as const };
  const ends = typeof session_ends_in === 'number' ? { ends_at: now_s + session_ends_in } : {};
  return { ...tokens, expires_in, expires_at: now_s + expires_in, ...ends, user: { id, email } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
