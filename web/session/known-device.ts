/**
 * That somebody has signed in here before, sealed by the server: it is worth ten wrong passwords and a place of one's own in
 * the queue (decision 17), opens nothing, and says nothing of anybody. So it is no part of the session, and stays when that ends.
 */
const DEVICE_TOKEN_KEY = 'mandoob.known-device';

export function readDeviceToken(): string | null {
  try {
    return localStorage.getItem(DEVICE_TOKEN_KEY);
  } catch {
    return null;
  }
}

export function keepDeviceToken(token: string): void {
  try {
    localStorage.setItem(DEVICE_TOKEN_KEY, token);
  } catch {
    // A browser that forbids storage is a stranger each time.
  }
}
