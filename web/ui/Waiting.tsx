import { Spinner } from './Spinner.tsx';

/** A whole page that waits. */
export function Waiting() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        Loading...
      </p>
    </main>
  );
}
