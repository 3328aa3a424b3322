import { type ComponentType, useState } from 'react';
import { type Load, useFetchAhead } from './fetch-ahead.ts';

/** The toaster, loaded when the first screen is usable. Toasts added earlier are queued until then. */
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
