import type { Encoding } from '../../../contract/rules/encodings/encodings.ts';
import type { FileDates } from './dates/date-order.ts';
import type { Batch, Grouping } from './reader/group-orders.ts';
import { UnreadableFile } from './reader/read-row.ts';
import type { OpenedFacts, ReaderRequest, ReaderResponse } from './reader/reader-worker.ts';
import { Stopped } from './send-until-response.ts';

export type ImportReader = {
  /** Opens a file. Without `encoding`, detects that of a text file. Throws UnreadableFile. */
  open: (file: File, sheet: string | null, encoding?: Encoding | null) => Promise<OpenedFacts>;
  /**
   * Reads all orders, in batches that fit into one request; `only` are the lines of the orders to return.
   * Throws UnreadableFile after the orders before the damage.
   */
  batches: (
    grouping: Grouping,
    only?: readonly number[],
  ) => AsyncGenerator<Batch & { /** The dates of all rows so far. */ dates: FileDates }>;
  /** Terminates the worker: pending and later calls throw Stopped. */
  end: () => void;
};

type Request = ReaderRequest extends infer One
  ? One extends { id: number }
    ? Omit<One, 'id'>
    : never
  : never;

/** Creates a reader that parses files in a worker, so that the page stays responsive. */
export function createImportReader(): ImportReader {
  const worker = new Worker(new URL('./reader/reader-worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<
    number,
    { resolve: (response: ReaderResponse) => void; reject: (error: Error) => void }
  >();
  let last_id = 0;
  let is_ended = false;
  worker.onmessage = ({ data }: MessageEvent<ReaderResponse>) => {
    const call = pending.get(data.id);
    pending.delete(data.id);
    if (!call) return;
    if ('unreadable' in data) call.reject(new UnreadableFile(data.unreadable, data.line));
    else call.resolve(data);
  };
  worker.onerror = () => rejectAll(new UnreadableFile('unreadable'));

  function rejectAll(why: Error): void {
    for (const { reject } of pending.values()) reject(why);
    pending.clear();
  }

  function send(request: Request): Promise<ReaderResponse> {
    if (is_ended) return Promise.reject(new Stopped(false));
    last_id += 1;
    const id = last_id;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
  }

  return {
    async open(file, sheet, encoding = null) {
      const response = await send({ ask: 'open', file, sheet, encoding });
      if (!('opened' in response)) throw new Error('the reader returned an unexpected response');
      return response.opened;
    },
    async *batches(grouping, only) {
      await send({ ask: 'start', grouping, only: only ?? null });
      for (;;) {
        const response = await send({ ask: 'next' });
        if (!('batch' in response) || response.batch === null) return;
        yield response.batch;
      }
    },
    end() {
      is_ended = true;
      worker.terminate();
      rejectAll(new Stopped(false));
    },
  };
}
