import type { Sent } from './http-client.ts';

/** A sign-in as the browser asks for it. */
export function signInOf(credentials: {
  email: string;
  password: string;
  device_token?: string | undefined;
}): Sent {
  return {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  };
}
