import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import type pg from 'pg';
import { type Answer, json, Refusal, readText } from './http.ts';
import type { Caller, Tokens } from './tokens.ts';

const SIGNED_IN_S = 3_600;
const derive = promisify<string, string, number, Buffer>(scrypt);

/** Making users and signing in: enough to get a token as an app does. The comparison measures neither. */
export function authCalls(pool: pg.Pool, tokens: Tokens) {
  return async (request: IncomingMessage, url: URL, caller: Caller | undefined): Promise<Answer> => {
    const { email, password } = JSON.parse(await readText(request)) as { email: string; password: string };
    if (url.pathname === '/auth/v1/admin/users') {
      if (caller?.role !== 'service_role') throw new Refusal(403, 'not_admin', 'the service role only');
      const found = await pool.query<{ id: string }>(
        'insert into auth.users (email, encrypted_password) values ($1, $2) returning id',
        [email, await sealed(password)],
      );
      return json(200, { id: found.rows[0]?.id, email, aud: 'authenticated', role: 'authenticated' });
    }
    if (url.pathname === '/auth/v1/token') return json(200, await signIn(pool, tokens, email, password));
    throw new Refusal(404, 'not_found', `nothing is at ${url.pathname}`);
  };
}

async function signIn(pool: pg.Pool, tokens: Tokens, email: string, password: string): Promise<object> {
  const found = await pool.query<{ id: string; encrypted_password: string }>(
    'select id, encrypted_password from auth.users where email = $1',
    [email],
  );
  const [user] = found.rows;
  if (!user || !(await matches(password, user.encrypted_password)))
    throw new Refusal(400, 'invalid_credentials', 'Invalid login credentials');
  const expires_at = Math.floor(Date.now() / 1_000) + SIGNED_IN_S;
  const role = 'authenticated';
  return {
    access_token: tokens.sign({ sub: user.id, role, aud: role, email, exp: expires_at }),
    refresh_token: randomBytes(16).toString('base64url'),
    token_type: 'bearer',
    expires_in: SIGNED_IN_S,
    expires_at,
    user: { id: user.id, email, aud: role, role },
  };
}

async function sealed(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}.${(await derive(password, salt, 32)).toString('hex')}`;
}

async function matches(password: string, kept: string): Promise<boolean> {
  const [salt = '', hash = ''] = kept.split('.');
  return timingSafeEqual(await derive(password, salt, 32), Buffer.from(hash, 'hex'));
}
