import { BlockList, isIP } from 'node:net';

/** Returns true if the text is an IP address or a range (`10.0.0.0/8`). */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

export function trustOf(trusted: readonly string[]): (peer: string) => boolean {
  const list = new BlockList();
  for (const range of trusted) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (peer) => {
    const address = plainAddress(peer);
    return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Returns the peer's address; for a trusted proxy, the last address in `X-Forwarded-For` that is not a
 * trusted proxy. Addresses before that one may be forged by the client.
 */
export function clientAddressOf(
  trusted: readonly string[],
): (peer: string, forwarded_for: string | null) => string {
  const trusts = trustOf(trusted);
  return (peer, forwarded_for) => {
    let address = plainAddress(peer);
    if (forwarded_for === null) return address;
    const hops = forwarded_for.split(',').map((hop) => plainAddress(hop.trim()));
    while (trusts(address)) {
      const next = hops.pop();
      if (!next || isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Removes the IPv4-mapped prefix of a peer on an IPv6 socket (::ffff:10.0.0.1). */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
