import { setTimeout as pause } from 'node:timers/promises';
import type { ExportLimits } from './export-places.ts';

/**
 * The end of an export: `cancelled` by the client, `cut_off` because the client stopped reading, `refused`
 * because the user lost access, `server_stopped` because the server stopped.
 */
export type ExportEnd = 'done' | 'cancelled' | 'cut_off' | 'refused' | 'server_stopped' | 'failed';

/** The time to wait for a destroyed connection to close, in ms. */
const CUT_MS = 100;

type Ways = {
  limits: Pick<ExportLimits, 'stuck_ms' | 'whole_ms'>;
  /** Called once. If it throws after the last chunk, the response does not end as complete. */
  end(how: ExportEnd, error?: unknown): Promise<void>;
  endOf(error: unknown): ExportEnd;
  /** Destroys the connection. */
  cut(): void;
  /** Aborts the export when the server stops. */
  stopping?: AbortSignal | undefined;
};

/**
 * Streams an export in chunks. Each chunk is made when the client reads it, so a slow client uses no memory.
 * A client that stops reading, or takes too long, is disconnected. An incomplete response is aborted and
 * never ends like a complete one.
 */
export function exportStream(
  chunks: AsyncGenerator<Uint8Array>,
  { limits, end, endOf, cut, stopping }: Ways,
): ReadableStream<Uint8Array> {
  // The time limit also applies before the first read.
  let stuck = setTimeout(() => cutOff(), limits.stuck_ms).unref();
  let ending: Promise<void> | null = null;
  let isCancelled = () => {};
  const cancelled = new Promise<void>((resolve) => {
    isCancelled = resolve;
  });
  const whole = setTimeout(() => cutOff(), limits.whole_ms).unref();

  function finish(how: ExportEnd, error?: unknown): Promise<void> {
    if (ending) return ending;
    clearTimeout(stuck);
    clearTimeout(whole);
    stopping?.removeEventListener('abort', stop);
    // Waits for the end of a read in progress.
    ending = chunks
      .return(undefined)
      .catch(() => undefined)
      .then(() => end(how, error));
    return ending;
  }

  function cutOff(): void {
    finish('cut_off').catch(() => undefined);
    cut();
  }

  /** Records the end first, because a stopping server waits for responses only. */
  function stop(): void {
    finish('server_stopped')
      .catch(() => undefined)
      .finally(cut);
  }

  stopping?.addEventListener('abort', stop);
  if (stopping?.aborted) stop();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stuck);
        try {
          const { done, value } = await chunks.next();
          if (ending) throw new Error('The export has ended');
          if (done) {
            await finish('done');
            return controller.close();
          }
          controller.enqueue(value);
          stuck = setTimeout(cutOff, limits.stuck_ms).unref();
        } catch (error) {
          // `finish` reports the error. The connection is cut before the stream ends, so that the response
          // does not look complete.
          await finish(endOf(error), error).catch(() => undefined);
          cut();
          await Promise.race([cancelled, pause(CUT_MS, undefined, { ref: false })]);
          controller.error(error);
        }
      },
      async cancel() {
        isCancelled();
        await finish('cancelled').catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
