/** A server-sent event; `id` is null if it has none. */
export type StreamEvent = { event: string; id: string | null; data: string };

/** Our events are much shorter than this: a longer one is not from our server. */
const CHARACTERS_MAX = 200_000;

/** Yields the events of a body as they arrive. Throws if reading fails or the body is not an event stream. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      if (text.length > CHARACTERS_MAX) throw new Error('The response is not an event stream');
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function eventOf(block: string): StreamEvent {
  const found = { event: '', id: null as string | null, data: '' };
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, '');
    const field = line.slice(0, at);
    if (field === 'event' || field === 'id' || field === 'data') found[field] = value;
  }
  return found;
}
