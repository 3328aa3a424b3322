import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Failures are counted in windows of this length, in ms. */
export const WINDOW_MS = 15 * 60_000;
/** Failures in a window that one address may have with one e-mail, and with all of them together. */
export const PAIR_MAX = 10;
export const ADDRESS_MAX = 100;

/** From this many failures of one e-mail on, wherever they come from, every further attempt waits. */
const DELAYED_FROM = 10;
const DELAY_STEP_MS = 100;
const DELAY_MAX_MS = 1000;

export type SignInCounters = { window: Date; pair: string; address: string; account: string };

/** What one attempt is counted under. Keyed hashes: people type passwords where the e-mail belongs. */
export function countersOf(key: Uint8Array, email: string, address: string, now: Date): SignInCounters {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const network = networkOf(address);
  return {
    window: new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS),
    pair: `pair ${digest(`${network} ${email}`)}`,
    address: `address ${digest(network)}`,
    account: `account ${digest(email)}`,
  };
}

/** How long this attempt waits, in ms: never long enough to lock the account's owner out (ruling E1). */
export function delayFor(account_attempts: number): number {
  return Math.min(Math.max(account_attempts - DELAYED_FROM, 0) * DELAY_STEP_MS, DELAY_MAX_MS);
}

/** An IPv6 household owns a whole /64, so that is what counts as one address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
