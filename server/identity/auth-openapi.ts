import { z } from '@hono/zod-openapi';
import { SESSION_ENDS } from '../../contract/rules/sign-in/session-end.ts';
import type { App } from '../platform/http/endpoint.ts';
import { SIGN_OUT_SCOPES } from './sessions/own-sessions.ts';

const user = z
  .object({
    id: z.uuid(),
    aud: z.string(),
    role: z.string(),
    email: z.string(),
    app_metadata: z.object({ provider: z.string(), must_change_password: z.boolean() }),
    created_at: z.iso.datetime(),
  })
  .openapi('AuthUser');

const session = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.number().int().openapi({ description: 'Seconds' }),
    expires_at: z.number().int().openapi({ description: 'Unix seconds' }),
    refresh_token: z.string(),
    session_ends_in: z.number().int().openapi({ description: 'Seconds until the session ends, used or not' }),
    device_token: z.string().optional().openapi({
      description:
        'With grant_type=password: identifies this browser at later sign-ins. Store it apart from the session.',
    }),
    user,
  })
  .openapi('AuthSession');

const refusal = z
  .object({
    code: z.number().int(),
    error_code: z.string(),
    msg: z.string(),
    ended_because: z.enum(SESSION_ENDS).optional().openapi({ description: 'The reason the session ended' }),
  })
  .openapi('AuthError');

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const refused = (description: string) => ({ description, content: json(refusal) });
const failures = { 500: refused('unexpected_failure'), 503: refused('request_timeout') };
const notSignedIn = { 401: refused('no_authorization, bad_jwt'), 403: refused('session_not_found') };

/** Adds the sign-in protocol, which has its own format of refusals, to the OpenAPI document. */
export function describeAuth({ openAPIRegistry: registry }: App): void {
  registry.registerPath({
    operationId: 'auth_token',
    method: 'post',
    path: '/auth/v1/token',
    summary: 'Signs in with e-mail and password, or renews a session with its refresh token',
    security: [],
    request: {
      query: z.object({ grant_type: z.enum(['password', 'refresh_token']) }),
      body: {
        required: true,
        content: json(
          z.union([
            z.object({ email: z.string(), password: z.string(), device_token: z.string().optional() }),
            z.object({ refresh_token: z.string() }),
          ]),
        ),
      },
    },
    responses: {
      200: { description: 'The session', content: json(session) },
      400: refused(
        'invalid_credentials, session_expired, refresh_token_not_found, refresh_token_already_used, bad_json …',
      ),
      429: refused('over_request_rate_limit'),
      ...failures,
    },
  });
  registry.registerPath({
    operationId: 'auth_logout',
    method: 'post',
    path: '/auth/v1/logout',
    summary: "Ends the user's sessions: all, this one, or all but this one",
    security: [{ bearer: [] }],
    request: { query: z.object({ scope: z.enum(SIGN_OUT_SCOPES).default('global') }) },
    responses: {
      204: { description: 'Done' },
      400: refused('validation_failed'),
      ...notSignedIn,
      ...failures,
    },
  });
  registry.registerPath({
    operationId: 'auth_user',
    method: 'get',
    path: '/auth/v1/user',
    summary: 'Returns the user of the access token',
    security: [{ bearer: [] }],
    responses: {
      200: { description: 'The user', content: json(user) },
      ...notSignedIn,
      ...failures,
    },
  });
}
