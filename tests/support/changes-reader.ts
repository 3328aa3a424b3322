import { CHANGES_PATH, type ToldHint } from '../../contract/rules/changes-stream.ts';
import { eventsOf, type StreamEvent } from '../../web/live/stream-events.ts';
import { within } from './within.ts';

export type ChangesReader = Awaited<ReturnType<typeof readChanges>>;

/** Reads the stream of hints in somebody's name, from a cursor on; `get` sends the request. */
export async function readChanges(get: (path: string) => Promise<Response>, since?: string) {
  const answer = await get(since === undefined ? CHANGES_PATH : `${CHANGES_PATH}?since=${since}`);
  if (!answer.body || answer.status !== 200) throw new Error(`The stream answered ${answer.status}`);
  const events = eventsOf(answer.body);
  let last_id = since ?? null;
  const next = async (): Promise<StreamEvent | null> => {
    const { value, done } = await within('the next event of the change stream', events.next());
    if (done) return null;
    last_id = value.id ?? last_id;
    return value;
  };
  return {
    headers: answer.headers,
    last_id: () => last_id ?? '',
    next,
    /** The subjects of all hints until that one came, in their order. Throws when the stream ends before. */
    async subjectsUntil(last: string): Promise<(string | null)[]> {
      const heard: (string | null)[] = [];
      while (!heard.includes(last)) {
        const event = await next();
        if (!event || event.event === 'end')
          throw new Error(`The stream ended before ${last}: ${event?.data}`);
        if (event.event === 'hints') heard.push(...hintsOf(event).map(({ subject_id }) => subject_id));
      }
      return heard;
    },
    /** Why the stream ended. */
    async end(): Promise<string> {
      for (;;) {
        const event = await next();
        if (!event) throw new Error('The stream ended without a word');
        if (event.event === 'end') return JSON.parse(event.data).reason;
      }
    },
    stop: () => events.return(undefined),
  };
}

export const hintsOf = ({ data }: StreamEvent): ToldHint[] => JSON.parse(data);
