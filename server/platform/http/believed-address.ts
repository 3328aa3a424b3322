import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Log } from '../logging/log.ts';
import type { Config } from '../settings/config.ts';
import { clientAddressOf, trustOf } from '../settings/trusted-proxies.ts';

/** Where a request came from, as far as TRUST_PROXY lets it be believed; empty where there is no socket. */
export function believedAddress({ trust_proxy }: Pick<Config, 'trust_proxy'>): (c: Context) => string {
  const clientAddress = clientAddressOf(trust_proxy);
  return (c) => clientAddress(peerOf(c), c.req.header('x-forwarded-for') ?? null);
}

/** Whether a request comes from a proxy that TRUST_PROXY names. */
export function trustedPeer({ trust_proxy }: Pick<Config, 'trust_proxy'>): (c: Context) => boolean {
  const trusts = trustOf(trust_proxy);
  return (c) => trusts(peerOf(c));
}

/** The address at the other end of the socket. */
function peerOf(c: Context): string {
  return c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? '') : '';
}

const HINT =
  'A proxy forwards requests whose addresses are not believed: all people behind it count as one, and are refused together. ' +
  'If it is yours, name it in TRUST_PROXY.';

/** Says once that forwarded addresses arrive which are not believed. Anybody may send such a header, so it is a hint only. */
export function hintAtUntrustedProxy({ config, log }: { config: Config; log: Log }): (c: Context) => void {
  const trusts = trustOf(config.trust_proxy);
  let said = false;
  return (c) => {
    const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded');
    if (said || forwarded === undefined || trusts(peerOf(c))) return;
    said = true;
    log.warn({ event: 'forwarded_address_not_believed', client_address: peerOf(c) }, HINT);
  };
}
