import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { MAX_PASSWORD_LENGTH } from '../../contract/rules/sign-in/passwords.ts';
import { text } from '../../contract/schemas/fields.ts';
import { requestOrigin } from '../operations/add-command.ts';
import { limitConcurrency } from '../platform/concurrency/limit-concurrency.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { App } from '../platform/http/endpoint.ts';
import { forgetBody, parseJson, readBody } from '../platform/http/read-body.ts';
import { securityLog } from '../platform/http/security-log.ts';
import type { RequestEnv, Services } from '../platform/http/services.ts';
import { Problem, RETRY_AFTER_S } from '../platform/problem.ts';
import { AuthError, authErrorBody, TooManyAttempts } from './auth-error.ts';
import { describeAuth } from './auth-openapi.ts';
import { type AccessToken, accessTokens, bearerOf } from './sessions/access-tokens.ts';
import { SIGN_OUT_SCOPES, signOut } from './sessions/own-sessions.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { liveAccount, sessionResponse, userResponse } from './sessions/session-response.ts';
import { knownDevices } from './sign-in/known-devices.ts';
import { type OpenedSession, signIn } from './sign-in/sign-in.ts';
import { attemptCounters } from './sign-in/sign-in-limits.ts';
import type { SignInTools } from './sign-in/sign-in-tools.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * Limits concurrent refreshes of the process: each token is checked on a database connection, of which there
 * are few.
 */
const REFRESHES_AT_ONCE = 4;
const REFRESHES_WAITING_MAX = 200;

// Clients of the protocol send further keys, which are ignored.
const passwordGrant = z.object({
  email: text(254).min(1),
  password: text(MAX_PASSWORD_LENGTH).min(1),
  // Identifies a browser that has signed in before; an invalid one is ignored.
  device_token: z.unknown().optional(),
});
const refreshGrant = z.object({ refresh_token: text(500).min(1) });

/** Registers sign-in, refresh, sign-out and the signed-in user for clients of the `/auth/v1` protocol. */
export function identityRoutes(app: App, services: Services, tools: SignInTools): void {
  const { requests } = services;
  const secure = securityLog(services);
  const limits = services.config;
  const tokens = accessTokens(services);
  const originOf = requestOrigin(services);
  const facts = (c: AuthContext) => ({ now: services.now(), origin: originOf(c) });
  const countersFor = attemptCounters(services);
  const devices = knownDevices(services.auth_secrets, services.random);
  const limitRefreshes = limitConcurrency(REFRESHES_AT_ONCE, REFRESHES_WAITING_MAX);
  describeAuth(app);

  const responseOf = (c: AuthContext, opened: OpenedSession) => {
    c.set('user_id', opened.account.user_id);
    return sessionResponse(tokens, opened);
  };
  const passwordSession = async (c: AuthContext) => {
    const input = await readGrant(c, passwordGrant);
    const email = input.email.trim().toLowerCase();
    const known = devices.read(input.device_token);
    const credentials = { email, password: input.password, known };
    const open_for = { asked: facts(c), limits };
    const counters = countersFor(c, email);
    const opened = await signIn(requests, credentials, counters, open_for, tools).catch((error: unknown) => {
      const { account } = counters;
      if (error instanceof TooManyAttempts) secure(c, 'sign_in_refused', { account, because: error.because });
      else if (error instanceof AuthError) secure(c, 'sign_in_failed', { account });
      throw error;
    });
    const { user_id } = opened.account;
    secure(c, 'signed_in', { user_id, session_id: opened.session_id, account: counters.account });
    const user = { user_id, generation: opened.generation };
    return { ...responseOf(c, opened), device_token: devices.issue(known, user) };
  };
  const refreshedSession = async (c: AuthContext) => {
    const { refresh_token } = await readGrant(c, refreshGrant);
    const presented = { refresh_token, device: originOf(c).device, now: services.now() };
    const onCopied = (session_id: string | null) => secure(c, 'token_family_revoked', { session_id });
    try {
      return responseOf(c, await limitRefreshes(() => refreshSession(requests, presented, limits, onCopied)));
    } catch (error) {
      if (error instanceof AuthError) await tools.slowRefusal();
      throw error;
    }
  };

  app.post('/auth/v1/token', (c) => {
    const grant_type = c.req.query('grant_type');
    return withRefusals(c, services, async () => {
      if (grant_type !== 'password' && grant_type !== 'refresh_token')
        throw new AuthError('unsupported_grant_type');
      return c.json(await (grant_type === 'password' ? passwordSession(c) : refreshedSession(c)));
    });
  });

  app.post('/auth/v1/logout', (c) =>
    withRefusals(c, services, async () => {
      const wanted = c.req.query('scope') ?? 'global';
      const scope = SIGN_OUT_SCOPES.find((known) => known === wanted);
      if (!scope) throw new AuthError('validation_failed', 'scope must be global, local or others');
      const { session_id, user_id } = tokenOf(c, tokens.readForSignOut);
      await signOut(requests, session_id, scope, facts(c));
      secure(c, 'signed_out', { user_id, session_id, scope });
      return c.body(null, 204);
    }),
  );

  app.get('/auth/v1/user', (c) =>
    withRefusals(c, services, async () => {
      const { session_id } = tokenOf(c, tokens.read);
      const account = await inTransaction(requests, (tx) => liveAccount(tx, session_id));
      if (!account) throw new AuthError('session_not_found');
      return c.json(userResponse(account));
    }),
  );
}

type AuthContext = Context<RequestEnv>;

/** Responds to errors in the protocol's format. A refresh responds only with 200, 400 or 503 (ruling E1). */
async function withRefusals(
  c: AuthContext,
  { log }: Services,
  work: () => Promise<Response>,
): Promise<Response> {
  c.header('cache-control', 'no-store');
  try {
    return await work();
  } catch (error) {
    const refreshing = c.req.query('grant_type') === 'refresh_token';
    const refusal = refusalOf(error, refreshing);
    if (!(error instanceof AuthError || error instanceof Problem)) {
      log.error({ err: error }, 'sign-in failed unexpectedly');
    }
    const retry_after_s = refusal instanceof TooManyAttempts ? refusal.retry_after_s : RETRY_AFTER_S;
    if (refusal.status === 429 || refusal.status === 503) c.header('retry-after', String(retry_after_s));
    return c.json(authErrorBody(refusal), refusal.status);
  }
}

function refusalOf(error: unknown, refreshing: boolean): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof Problem && (error.code === 'unavailable' || error.code === 'too_slow')) {
    return new AuthError('request_timeout');
  }
  if (error instanceof Problem && error.code === 'too_large') {
    return new AuthError('validation_failed', error.detail);
  }
  return new AuthError(refreshing ? 'request_timeout' : 'unexpected_failure');
}

/** Reads and checks a small JSON body. Throws AuthError `bad_json` or `validation_failed`, with the field. */
async function readGrant<Schema extends z.ZodType>(
  c: AuthContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await readBody(c, MAX_BODY_BYTES, { sender: 'stranger' });
  let body: unknown;
  try {
    body = parseJson(bytes);
  } catch {
    throw new AuthError('bad_json');
  }
  // A refusal is delayed; its body must not take up memory for bodies meanwhile.
  forgetBody(c);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new AuthError('validation_failed', problems.join('; '));
}

/** Reads the access token of the request. Throws AuthError `no_authorization` or `bad_jwt`. */
function tokenOf(c: Context, read: (token: string) => AccessToken | null): AccessToken {
  const bearer = bearerOf(c);
  if (bearer === undefined) throw new AuthError('no_authorization');
  const token = read(bearer);
  if (!token) throw new AuthError('bad_jwt');
  return token;
}
