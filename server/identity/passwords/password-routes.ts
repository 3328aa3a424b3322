import { requestOrigin } from '../../operations/add-command.ts';
import { asUser } from '../../platform/database/transactions.ts';
import { type App, mount, parseRequest } from '../../platform/http/endpoint.ts';
import { securityLog } from '../../platform/http/security-log.ts';
import type { Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import { TooManyAttempts } from '../auth-error.ts';
import { attemptCounters } from '../sign-in/sign-in-limits.ts';
import type { SignInTools } from '../sign-in/sign-in-tools.ts';
import { changePassword } from './change-password.ts';
import { assertStrongPassword } from './passwords.ts';

/** Registers the change of the user's own password, also for users who must change it first. */
export function passwordRoutes(app: App, services: Services, tools: SignInTools): void {
  const countersFor = attemptCounters(services);
  const secure = securityLog(services);
  const originOf = requestOrigin(services);
  mount(app, 'change_password', async (c) => {
    const session_id = await services.sessionOf(c);
    const { body } = await parseRequest(c, 'change_password', session_id);
    const user = await asUser(services.requests, session_id, async (_tx, who) => who);
    c.set('user_id', user.user_id);
    const { user_id, email, must_change_password } = user;
    const own = { email, full_name: user.actor?.full_name ?? '', product_name: services.config.product_name };
    await assertStrongPassword(body.new_password, own);
    const change = { user_id, session_id, email, must_change_password, ...body };
    const counters = countersFor(c, email);
    const facts = { user_id, account: counters.account };
    try {
      const asked = { now: services.now(), origin: originOf(c), endpoint: 'change_password' } as const;
      await changePassword(services.requests, change, counters, tools, asked);
    } catch (error) {
      if (error instanceof Problem && error.code === 'wrong_password')
        secure(c, 'password_change_failed', facts);
      if (!(error instanceof TooManyAttempts)) throw error;
      secure(c, 'sign_in_refused', { ...facts, because: error.because });
      c.header('retry-after', String(error.retry_after_s));
      throw new Problem('too_many_attempts');
    }
    secure(c, 'password_changed', facts);
    return c.json({ changed: true });
  });
}
