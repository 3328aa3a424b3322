import type { Encoding } from '../../../contract/rules/encodings/encodings.ts';
import type { FileDates } from './dates/date-order.ts';
import type { Batch, Grouping } from './reader/group-orders.ts';
import { UnreadableFile } from './reader/read-row.ts';
import type { OpenedFacts, ReaderAnswer, ReaderAsk } from './reader/reader-worker.ts';
import { Stopped } from './send-patiently.ts';

export type ImportReader = {
  /** Without an encoding, a text file's own is found. Throws UnreadableFile. */
  open: (file: File, sheet: string | null, encoding?: Encoding | null) => Promise<OpenedFacts>;
  /** The file's orders from its beginning, as many at a time as go into one body. Throws UnreadableFile, after those before the damage. */
  batches: (
    grouping: Grouping,
    only?: readonly number[],
  ) => AsyncGenerator<Batch & { /** The dates of all rows so far, whatever `only` has. */ dates: FileDates }>;
  /** Whatever was asked, or is asked from now on, throws Stopped. */
  end: () => void;
};

type Asked = ReaderAsk extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never;

/** Reads a file beside the page, so that the page stays quick; one question after the other. */
export function createImportReader(): ImportReader {
  const worker = new Worker(new URL('./reader/reader-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<
    number,
    { resolve: (answer: ReaderAnswer) => void; reject: (error: Error) => void }
  >();
  let asked = 0;
  let is_ended = false;
  worker.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (!one) return;
    if ('unreadable' in data) one.reject(new UnreadableFile(data.unreadable, data.line));
    else one.resolve(data);
  };
  worker.onerror = () => rejectAll(new UnreadableFile('unreadable'));

  function rejectAll(why: Error): void {
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  }

  function ask(what: Asked): Promise<ReaderAnswer> {
    if (is_ended) return Promise.reject(new Stopped(false));
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...what, id });
    });
  }

  return {
    async open(file, sheet, encoding = null) {
      const answer = await ask({ ask: 'open', file, sheet, encoding });
      if (!('opened' in answer)) throw new Error('the reader answered something else');
      return answer.opened;
    },
    async *batches(grouping, only) {
      await ask({ ask: 'start', grouping, only: only ?? null });
      for (;;) {
        const answer = await ask({ ask: 'next' });
        if (!('batch' in answer) || answer.batch === null) return;
        yield answer.batch;
      }
    },
    end() {
      is_ended = true;
      worker.terminate();
      rejectAll(new Stopped(false));
    },
  };
}
