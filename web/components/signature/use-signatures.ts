import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { isSigned, type Signature } from './signature.ts';

export const CLEARED_BY_CHANGE = msg`The signatures were cleared because the content to be signed has changed.`;

/**
 * Holds the signatures of one form. `signed_content` is everything they cover and must be serializable as
 * JSON. When it changes after the first signature, all pads are cleared in the same frame.
 */
export function useSignatures<Key extends string>(keys: readonly Key[], signed_content: unknown) {
  const [held, setHeld] = useState<Partial<Record<Key, Signature | null>>>({});
  const [notice, setNotice] = useState<MessageDescriptor | null>(null);
  const content = JSON.stringify(signed_content) ?? '';
  const [content_before, setContentBefore] = useState(content);
  const begun = keys.some((key) => held[key]);

  // Done during rendering, so that no frame shows the new content with the old signatures.
  if (content !== content_before) {
    setContentBefore(content);
    if (begun) {
      setHeld({});
      setNotice(CLEARED_BY_CHANGE);
    }
  }

  const signatures = Object.fromEntries(keys.map((key) => [key, held[key] ?? null])) as Record<
    Key,
    Signature | null
  >;
  return {
    signatures,
    setSignature(key: Key, value: Signature | null): void {
      setHeld((before) => ({ ...before, [key]: value }));
      if (value) setNotice(null);
    },
    /** True if every pad has a valid signature. */
    all_signed: keys.every((key) => isSigned(signatures[key])),
    /** CLEARED_BY_CHANGE from the change until the next signature; otherwise null. */
    notice,
    /** Clears all pads without a notice, for a new form. */
    clearSignatures(): void {
      setHeld({});
      setNotice(null);
    },
  };
}
