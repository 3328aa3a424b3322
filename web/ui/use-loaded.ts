import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { untilUnmounted } from '../environment/timing.ts';
import { showToast } from './toast.ts';

/**
 * Loads a part of the app when it is first wanted; null until it is loaded. A failure shows a toast and calls
 * `onFailed`, which must reset `wanted`, so that the user can try again. `load` must be stable.
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
    return untilUnmounted(load(), (part) => setLoaded(() => part), failed);
  }, [missing, load, onFailed]);
  return loaded;
}
