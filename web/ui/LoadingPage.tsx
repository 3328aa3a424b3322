import { t } from '@lingui/core/macro';
import { Spinner } from './Spinner.tsx';
import { useLoadingMarker } from './usable.ts';

export function LoadingPage() {
  useLoadingMarker();
  return (
    <main className="grid min-h-dvh place-content-center">
      <div role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        <h1>{t`Loading...`}</h1>
      </div>
    </main>
  );
}
