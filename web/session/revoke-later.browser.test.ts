import { expect, test, vi } from 'vitest';
import { createBrowserEnvironment } from '../environment/browser-environment.ts';
import { SignInError } from './auth-protocol.ts';
import { revokeWhenPossible } from './revoke-later.ts';
import type { Session } from './session-types.ts';

const user = { id: 'u', email: 'driver@demo.mandoob.example' };
const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 } as const;

test.each([
  [403, 1],
  [503, 2],
])('after a %i, %i requests have been sent once the network is back', async (status, times) => {
  const ended: Session = { ...tokens, expires_at: Date.now() / 1000 + 3600, user };
  const revoke = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new SignInError(status, '', 'no'));
  revoke.mockResolvedValue();
  revokeWhenPossible(createBrowserEnvironment(), ended, { refreshSession: vi.fn(), revokeSessions: revoke });
  await expect.poll(() => revoke.mock.settledResults.length).toBe(1);
  window.dispatchEvent(new Event('online'));
  expect(revoke).toHaveBeenCalledTimes(times);
});
