import { hkdfSync } from 'node:crypto';

/**
 * The keys for one purpose, made from the installation's secrets by HKDF (RFC 5869) with the purpose as label: the first
 * signs, all of them verify, so a secret can be replaced without signing anybody out.
 */
export function deriveKeys(secrets: readonly string[], label: string): Uint8Array[] {
  return secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', `mandoob ${label}`, 32)));
}
