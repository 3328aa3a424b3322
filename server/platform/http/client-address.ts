import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Log } from '../logging/log.ts';
import type { Config } from '../settings/config.ts';
import { clientAddressOf, trustOf } from '../settings/trusted-proxies.ts';

/** Returns a request's client address, as far as TRUST_PROXY makes it credible; empty without a socket. */
export function clientAddressFor({ trust_proxy }: Pick<Config, 'trust_proxy'>): (c: Context) => string {
  const clientAddress = clientAddressOf(trust_proxy);
  return (c) => clientAddress(peerOf(c), c.req.header('x-forwarded-for') ?? null);
}

/** Returns true if a request comes from a proxy that TRUST_PROXY names. */
export function trustedPeer({ trust_proxy }: Pick<Config, 'trust_proxy'>): (c: Context) => boolean {
  const trusts = trustOf(trust_proxy);
  return (c) => trusts(peerOf(c));
}

/** The address at the other end of the socket. */
function peerOf(c: Context): string {
  return c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? '') : '';
}

const HINT =
  'A proxy forwards requests, but its addresses are not trusted: all its clients count as one and are limited together. ' +
  'If the proxy is yours, add it to TRUST_PROXY.';

/**
 * Logs once that untrusted forwarded addresses arrive. Any client can send such a header, so it is only a
 * hint.
 */
export function warnOfUntrustedProxy({ config, log }: { config: Config; log: Log }): (c: Context) => void {
  const trusts = trustOf(config.trust_proxy);
  let is_logged = false;
  return (c) => {
    const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded');
    if (is_logged || forwarded === undefined || trusts(peerOf(c))) return;
    is_logged = true;
    log.warn({ event: 'forwarded_address_not_believed', client_address: peerOf(c) }, HINT);
  };
}
