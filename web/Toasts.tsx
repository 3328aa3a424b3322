import { type ComponentType, useState } from 'react';
import { type Load, useFetchAhead } from './fetch-ahead.ts';

/** The toasts' place, fetched when the first screen is usable: none is said before. One that is said earlier waits for it. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [loads] = useState<readonly Load[]>([
    async () => {
      const loaded = await import('./ui/Toaster.tsx');
      setToaster(() => loaded.Toaster);
    },
  ]);
  useFetchAhead(loads);
  return Toaster && <Toaster />;
}
