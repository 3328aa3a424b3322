import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { clientAddressFor } from '../../platform/http/client-address.ts';
import type { Services } from '../../platform/http/services.ts';
import { deriveKeys } from '../../platform/secrets/keys.ts';

/** Failures are counted in windows of this length, in ms. */
export const WINDOW_MS = 15 * 60_000;
/** The allowed failures per window of one address with one e-mail, and with all e-mails. */
export const PAIR_MAX = 10;
export const ADDRESS_MAX = 100;
/** The allowed failures per window of an IPv6 /56, the network of one household or of 256 mobile devices. */
export const NETWORK_MAX = 200;
/** The allowed failures per window of one user in a known browser, which count nowhere else. */
export const DEVICE_MAX = 10;
/** From this many failures with one e-mail on, from any address, every further attempt is delayed. */
const DELAYED_FROM = 10;
const DELAY_STEP_MS = 100;
const DELAY_MAX_MS = 1000;

export type SignInCounters = ReturnType<typeof countersOf>;

/**
 * Returns the counter keys of one attempt. Keyed hashes, because people type passwords into the e-mail field.
 */
export function countersOf(key: Uint8Array, email: string, address: string, now: Date) {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const subnet = subnetOf(address);
  const network = networkOf(address);
  const window = new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS);
  return {
    window,
    /** The seconds until the window ends and all counters restart. */
    window_left_s: Math.ceil((window.getTime() + WINDOW_MS - now.getTime()) / 1000),
    pair: `pair ${digest(`${subnet} ${email}`)}`,
    address: `address ${digest(subnet)}`,
    /** Null for IPv4. */
    network: network === null ? null : `network ${digest(network)}`,
    account: `account ${digest(email)}`,
  };
}

/** Returns the delay of an attempt in ms: never long enough to lock out the account's owner (ruling E1). */
export function delayFor(account_attempts: number): number {
  return Math.min(Math.max(account_attempts - DELAYED_FROM, 0) * DELAY_STEP_MS, DELAY_MAX_MS);
}

/** Returns the unit that counts as one address: an IPv6 user has a whole /64. */
export function subnetOf(address: string): string {
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address;
}

/**
 * Returns the /56 that providers assign to a customer, who could otherwise use 256 subnets in turn; null for
 * IPv4.
 */
export function networkOf(address: string): string | null {
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  const fourth = (groups[3] ?? '').padStart(4, '0').slice(0, 2);
  return [...groups.slice(0, 3), `${fourth}00`].join(':');
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}

/**
 * Returns a function for the counter keys of a request with a password: by its e-mail and its client address.
 */
export function attemptCounters({
  config,
  auth_secrets,
  now,
}: Services): (c: Context, email: string) => SignInCounters {
  const [key] = deriveKeys(auth_secrets, 'sign-in attempts');
  if (!key) throw new Error('no secret to count sign-in attempts with');
  const addressOf = clientAddressFor(config);
  return (c, email) => countersOf(key, email, addressOf(c), now());
}
