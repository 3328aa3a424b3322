import { CHANGES_PATH, type ChangeHint } from '../../contract/rules/changes-stream.ts';
import { eventsOf, type StreamEvent } from '../../web/live/stream-events.ts';
import { within } from './within.ts';

export type ChangesReader = Awaited<ReturnType<typeof readChanges>>;

/** Opens the change stream as a user, after the cursor `since`; `get` sends the request. */
export async function readChanges(get: (path: string) => Promise<Response>, since?: string) {
  const response = await get(since === undefined ? CHANGES_PATH : `${CHANGES_PATH}?since=${since}`);
  if (!response.body || response.status !== 200) throw new Error(`The stream returned ${response.status}`);
  const events = eventsOf(response.body);
  let last_id = since ?? null;
  const next = async (): Promise<StreamEvent | null> => {
    const { value, done } = await within('the next event of the change stream', events.next());
    if (done) return null;
    last_id = value.id ?? last_id;
    return value;
  };
  return {
    headers: response.headers,
    last_id: () => last_id ?? '',
    next,
    /** Returns the subjects of all hints up to `last`, in order. Throws if the stream ends before. */
    async subjectsUntil(last: string): Promise<(string | null)[]> {
      const subjects: (string | null)[] = [];
      while (!subjects.includes(last)) {
        const event = await next();
        if (!event || event.event === 'end')
          throw new Error(`The stream ended before ${last}: ${event?.data}`);
        if (event.event === 'hints') subjects.push(...hintsOf(event).map(({ subject_id }) => subject_id));
      }
      return subjects;
    },
    /** Reads to the end of the stream and returns its reason. */
    async end(): Promise<string> {
      for (;;) {
        const event = await next();
        if (!event) throw new Error('The stream ended without a reason');
        if (event.event === 'end') return JSON.parse(event.data).reason;
      }
    },
    stop: () => events.return(undefined),
  };
}

export const hintsOf = ({ data }: StreamEvent): ChangeHint[] => JSON.parse(data);
