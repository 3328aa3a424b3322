import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, HttpClient, NO_ANSWER, type Sent } from '../../attack/http-client.ts';

/** Statuses after which a phone sends a command again under its ID (web/offline/sending/sending-states.ts). */
const isRetried = (status: number) =>
  status === NO_ANSWER || status === 408 || status === 425 || status === 429 || status >= 500;
const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 1_000;

/** An attempt that a phone has to make again: no answer, or that the server could not. */
export type Failure = { at_ms: number; what: string; status: number; text: string };

export type PatientClient = ReturnType<typeof patientClient>;

/**
 * Sends to one of `urls` after the other, each attempt to the next of them, over connections it keeps. `answer_ms_max`: a request that is silent
 * for so long counts as unanswered.
 */
export function patientClient(
  urls: readonly string[],
  { answer_ms_max = 10_000, connections_max = 64 }: { answer_ms_max?: number; connections_max?: number } = {},
) {
  const clients = urls.map((url) => new HttpClient(url, connections_max));
  const failures: Failure[] = [];
  let turn = 0;
  let requests = 0;

  /** One attempt. Never throws: see NO_ANSWER. */
  async function send(sent: Sent): Promise<Answer> {
    const client = clients[turn % clients.length];
    if (!client) throw new Error('there is no server to send to');
    turn += 1;
    requests += 1;
    const answer = await client.send(sent, answer_ms_max);
    if (isRetried(answer.status)) {
      const what = `${sent.method} ${sent.path.split('/', 3).join('/')}`;
      failures.push({ at_ms: Date.now(), what, status: answer.status, text: answer.text.slice(0, 300) });
    }
    return answer;
  }

  return {
    send,
    /** Sends it until there is an answer that decides. Null when `signal` is aborted before. `sending` is told of each attempt. */
    async sendUntilAnswered(
      sent: Sent,
      { signal, sending }: { signal?: AbortSignal; sending?: () => void } = {},
    ): Promise<Answer | null> {
      for (let wait_ms = FIRST_PAUSE_MS; !signal?.aborted; wait_ms = Math.min(2 * wait_ms, PAUSE_MS_MAX)) {
        sending?.();
        const answer = await send(sent);
        if (!isRetried(answer.status)) return answer;
        await pause(wait_ms, undefined, { signal }).catch(() => undefined);
      }
      return null;
    },
    failures: (): readonly Failure[] => failures,
    requests: () => requests,
    close(): void {
      for (const client of clients) client.close();
    },
  };
}
