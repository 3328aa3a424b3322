import { hkdfSync } from 'node:crypto';

/** One key a secret, by HKDF (RFC 5869) with the purpose as label: the first signs, all verify, so that secrets can be replaced. */
export function deriveKeys(secrets: readonly string[], label: string): Uint8Array[] {
  return secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', `mandoob ${label}`, 32)));
}
