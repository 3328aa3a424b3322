import { BlockList, isIP } from 'node:net';

/** Whether the text is an IP address or a range of them (`10.0.0.0/8`). */
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

/** The peer's address, or, of a trusted proxy, the last in `X-Forwarded-For` that is none: what is further left the sender could write. */
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

/** An IPv4 peer of a socket that listens on IPv6 arrives as ::ffff:10.0.0.1. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
