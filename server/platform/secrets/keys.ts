import { hkdfSync } from 'node:crypto';

/** Derives one key from each secret by HKDF (RFC 5869), with the purpose as label. */
export function deriveKeys(secrets: readonly string[], label: string): Uint8Array[] {
  return secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', `mandoob ${label}`, 32)));
}
