type Hash = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** Returns the SHA-256 in lower-case hexadecimal. */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const hash = await (await loadHash())(new Uint8Array(bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Loads the hash function. Over plain http `crypto.subtle` is missing, so a prefetched library replaces it.
 */
export async function loadHash(): Promise<Hash> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle) return async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return (bytes) => Promise.resolve(sha256(bytes));
}
