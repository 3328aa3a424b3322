import { setTimeout as pause } from 'node:timers/promises';
import type { ExportLimits } from './export-places.ts';

/**
 * How an export ended: `cancelled` by whoever asked for it, `cut_off` because he took nothing, `refused` because he may not any more, `server_stopped`
 * because the server did.
 */
export type ExportEnd = 'done' | 'cancelled' | 'cut_off' | 'refused' | 'server_stopped' | 'failed';

/** A connection that is cut is closed within so long. */
const CUT_MS = 100;

type Ways = {
  limits: Pick<ExportLimits, 'stuck_ms' | 'whole_ms'>;
  /** Called once. Where it throws after the last piece, the answer is not ended as one that is whole. */
  end(how: ExportEnd, error?: unknown): Promise<void>;
  endOf(error: unknown): ExportEnd;
  /** Breaks the connection. */
  cut(): void;
  /** The server stops: whatever is not through by then breaks off. */
  stopping?: AbortSignal | undefined;
};

/**
 * What is written as an answer that is read piece by piece. Nothing is made before it is taken: a slow reader fills no memory, and one that
 * takes nothing, or too long, is cut off. An answer that is not whole breaks off: it never ends as a whole one does.
 */
export function exportStream(
  pieces: AsyncGenerator<Uint8Array>,
  { limits, end, endOf, cut, stopping }: Ways,
): ReadableStream<Uint8Array> {
  // Also before anything was taken.
  let stuck = setTimeout(() => putOut(), limits.stuck_ms).unref();
  let ending: Promise<void> | null = null;
  let isCancelled = () => {};
  const cancelled = new Promise<void>((resolve) => {
    isCancelled = resolve;
  });
  const whole = setTimeout(() => putOut(), limits.whole_ms).unref();

  function finish(how: ExportEnd, error?: unknown): Promise<void> {
    if (ending) return ending;
    clearTimeout(stuck);
    clearTimeout(whole);
    stopping?.removeEventListener('abort', stop);
    // What is being read ends first.
    ending = pieces
      .return(undefined)
      .catch(() => undefined)
      .then(() => end(how, error));
    return ending;
  }

  function putOut(): void {
    finish('cut_off').catch(() => undefined);
    cut();
  }

  /** Told first: a server that stops waits for the answers that it still gives, and for nothing behind them. */
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
          const { done, value } = await pieces.next();
          if (ending) throw new Error('the export was ended');
          if (done) {
            await finish('done');
            return controller.close();
          }
          controller.enqueue(value);
          stuck = setTimeout(putOut, limits.stuck_ms).unref();
        } catch (error) {
          // Told where it is ended; here it only breaks the answer off: first the connection, so that whoever writes it puts nothing behind.
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
