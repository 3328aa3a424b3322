import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { isSigned, type Signature } from './signature.ts';

export const CLEARED_BY_CHANGE = msg`The signatures were cleared because what is being signed has changed.`;

/**
 * Holds the signatures of one form. `signed_content` is everything they stand for, as JSON: when it changes after somebody
 * began to sign, all pads are emptied in the same frame (ruling F9).
 */
export function useSignatures<Key extends string>(keys: readonly Key[], signed_content: unknown) {
  const [held, setHeld] = useState<Partial<Record<Key, Signature | null>>>({});
  const [notice, setNotice] = useState<MessageDescriptor | null>(null);
  const content = JSON.stringify(signed_content) ?? '';
  const [content_before, setContentBefore] = useState(content);
  const begun = keys.some((key) => held[key]);

  // While rendering and not after it: no frame shows the new content over the old signatures.
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
    /** Every key holds a signature. */
    all_signed: keys.every((key) => isSigned(signatures[key])),
    /** CLEARED_BY_CHANGE from the moment it happened until somebody signs again. */
    notice,
    /** A new form: empties all pads and says nothing. */
    clearSignatures(): void {
      setHeld({});
      setNotice(null);
    },
  };
}
