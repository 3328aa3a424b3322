import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { showToast } from '../ui/toast.ts';
import { whileHere } from '../world/waiting.ts';

/**
 * A part of the app that is loaded when it is first wanted; null until it is there. When it cannot be loaded that is said,
 * and `onFailed` has to take the wish back: the page stays as it is, and the next wish tries again. `load` must be stable.
 */
export function useLoaded<T>(load: () => Promise<T>, wanted: boolean, onFailed: () => void): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const missing = wanted && loaded === null;
  useEffect(() => {
    if (!missing) return;
    const failed = () => {
      showToast({
        kind: 'error',
        title: t`This could not be opened`,
        description: t`Check your connection, then try again.`,
      });
      onFailed();
    };
    return whileHere(load(), (part) => setLoaded(() => part), failed);
  }, [missing, load, onFailed]);
  return loaded;
}
