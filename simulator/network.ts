import type { Faults } from './faults.ts';
import type { PlainBlob } from './phone/plain-blob.ts';
import { PlainFormData } from './phone/plain-form-data.ts';
import type { Random } from './random.ts';
import type { Schedule } from './schedule.ts';

/** A request as a server receives it. */
export type ReceivedRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
  /** The client's IP address. */
  address: string;
};

export type ReceivedResponse = { status: number; headers: Headers; text: string };

/** Picks one of the running servers and returns its request handler; null if none runs. */
export type Entrance = (random: Random) => ((request: ReceivedRequest) => Promise<ReceivedResponse>) | null;

/** The network between one phone and the servers. */
export type PhoneLine = {
  /** Sends a request. Tabs for which `tab.is_gone` returns true receive nothing. */
  send(tab: { is_gone(): boolean; name: string }, url: string, request: RequestInit): Promise<Response>;
  /** Switches the signal off, or on again. */
  setAway(away: boolean): void;
  is_away(): boolean;
};

/**
 * Most commands sent within this window, in ms, arrive almost together, as when a router flushes its queue.
 */
const HEAP_MS = 1_000;
const HEAP_WIDTH_MS = 40;
const HEAP_SHARE = 0.7;

type Luck = {
  dropped: 'request' | 'answer' | null;
  repeated: boolean;
  there_ms: number;
  back_ms: number;
  /** The delay of a repeated request after the first, in ms. */
  again_ms: number;
};

export function createPhoneLine(of: {
  schedule: Schedule;
  random: Random;
  faults: Faults;
  entrance: Entrance;
  address: string;
  /** Returns false once faults have ended, after which nothing is lost. */
  is_foul(): boolean;
  /** Called when a command leaves the phone. */
  onCommand(): void;
  tell(what: string): void;
}): PhoneLine {
  const { schedule, random, faults } = of;
  let away = false;
  let sent = 0;
  let newest_arrived = 0;

  function untilHeap(): number {
    return HEAP_MS - (schedule.now() % HEAP_MS) + random.between(0, HEAP_WIDTH_MS);
  }

  function luck(is_command: boolean): Luck {
    const usual = () => random.between(15, 250);
    const late = () => (random.chance(0.4) ? random.between(1_500, 8_000) : random.between(20_000, 50_000));
    const [there, back] = [is_command && random.chance(HEAP_SHARE) ? untilHeap() : usual(), usual()];
    // Most copies arrive while the first request is still being processed.
    const again_ms = random.chance(0.8) ? random.between(0, 500) : random.between(500, 40_000);
    const throws = [random.number(), random.number(), random.number()] as const;
    if (!of.is_foul()) return { dropped: null, repeated: false, there_ms: there, back_ms: back, again_ms };
    const is_late = throws[1] < 0.03;
    const dropped = throws[0] < 0.025 ? 'request' : throws[0] < 0.06 ? 'answer' : null;
    if (is_late) faults.count('message late');
    const [more_there, more_back] = throws[1] < 0.015 ? [late(), 0] : [0, is_late ? late() : 0];
    return {
      dropped,
      repeated: throws[2] < 0.05,
      there_ms: there + more_there,
      back_ms: back + more_back,
      again_ms,
    };
  }

  return {
    is_away: () => away,
    setAway(whether) {
      away = whether;
    },
    send: (tab, url, request) =>
      new Promise((resolve, reject) => {
        if (tab.is_gone()) return;
        sent += 1;
        const number = sent;
        const what = `${tab.name} #${number} ${request.method ?? 'GET'} ${shortUrl(url)}`;
        let over = false;
        let has_failed = false;
        /** The response to the copy, once the copy has reached a server. */
        let copy: Promise<ReceivedResponse> | null = null;
        const end = (how: () => void) => {
          if (over || tab.is_gone()) return;
          over = true;
          how();
        };
        const fail = (why: string) =>
          end(() => {
            of.tell(`${what}: ${why}`);
            reject(new TypeError('Failed to fetch'));
          });
        const { signal } = request;
        if (signal?.aborted) return end(() => reject(signal.reason));
        signal?.addEventListener('abort', () => end(() => reject(signal.reason)));
        if (away) {
          return void schedule.after(random.between(1, 80), () => fail('no signal'));
        }
        const arriving = arrivingOf(url, request, of.address);
        const is_command = isCommand(arriving);
        if (is_command) of.onCommand();
        const { dropped, repeated, there_ms, back_ms, again_ms } = luck(is_command);
        if (dropped === 'request') {
          faults.count('request dropped');
          of.tell(`${what}: the request is lost`);
          return;
        }
        schedule.after(there_ms, () => arrive(false));
        if (repeated) schedule.after(there_ms + again_ms, () => arrive(true));

        function arrive(again: boolean): void {
          if (again && has_failed) return;
          const take = of.entrance(random);
          if (!take) {
            if (!again) schedule.after(back_ms, () => fail('no server is running'));
            return;
          }
          if (again) faults.count('request repeated');
          if (!again && number < newest_arrived) faults.count('requests reordered');
          newest_arrived = Math.max(newest_arrived, number);
          of.tell(`${what}${again ? ' again' : ''} arrives`);
          const taken = take(arriving);
          if (again) {
            copy = taken;
            return;
          }
          void taken.then(async (first) => {
            // A client that repeats a request reports a failure only after the copy has failed too, and sends
            // no copy after a failure: for the server that would be a new attempt.
            has_failed = first.status >= 400;
            const response = (has_failed && (await copy)) || first;
            if (dropped === 'answer') {
              faults.count('answer dropped');
              of.tell(`${what}: the response ${response.status} is lost`);
              return;
            }
            schedule.after(back_ms, () => {
              if (away) return;
              end(() => {
                of.tell(`${what}: ${response.status}${codeOf(response)}`);
                resolve(responseOf(response));
              });
            });
          });
        }
      }),
  };
}

function arrivingOf(
  url: string,
  { method = 'GET', headers, body }: RequestInit,
  address: string,
): ReceivedRequest {
  const named = headers as Record<string, string>;
  if (body instanceof PlainFormData) {
    const { type, bytes } = body.content();
    return { method, url, headers: { ...named, 'content-type': type }, body: bytes, address };
  }
  const bytes =
    body === null || body === undefined
      ? null
      : typeof body === 'string'
        ? new TextEncoder().encode(body)
        : (body as unknown as PlainBlob).bytes();
  return { method, url, headers: named, body: bytes, address };
}

function isCommand({ headers }: ReceivedRequest): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
}

/** Converts a response to the part of `Response` that the product's client reads. */
function responseOf({ status, headers, text }: ReceivedResponse): Response {
  const response = { ok: status >= 200 && status < 300, status, headers, text: async () => text };
  return response as Response;
}

function codeOf({ status, text }: ReceivedResponse): string {
  if (status < 400) return '';
  try {
    const { code, error_code, stage } = JSON.parse(text) as Record<string, unknown>;
    return ` ${[code ?? error_code, stage].filter(Boolean).join(' at ')}`;
  } catch {
    return '';
  }
}

function shortUrl(url: string): string {
  return url.replace('/storage/v1/object/', '').replace(/^\/(api|auth\/v1)\//, '');
}
