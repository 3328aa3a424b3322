import { useEffect, useState } from 'react';
import type SignaturePadLibrary from 'signature_pad';

export type Loading =
  | { state: 'loading' }
  | { state: 'ready'; Library: typeof SignaturePadLibrary }
  | { state: 'failed' };

const fromPackage = () => import('signature_pad');

/** Loads what draws when the first pad is shown; `retry` after a failure. */
export function useSignatureLibrary(
  load: () => Promise<{ default: typeof SignaturePadLibrary }> = fromPackage,
): Loading & { retry(): void } {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is what runs it again.
  useEffect(() => {
    let here = true;
    load().then(
      ({ default: Library }) => here && setLoading({ state: 'ready', Library }),
      () => here && setLoading({ state: 'failed' }),
    );
    return () => {
      here = false;
    };
  }, [attempt]);
  const retry = () => {
    setLoading({ state: 'loading' });
    setAttempt((number) => number + 1);
  };
  return { ...loading, retry };
}
