import { inSpan, SpanKind } from '../../platform/logging/spans.ts';
import type { Meters, StoreCalled } from '../../platform/meters.ts';
import type { ContentStore } from './content-store.ts';

/**
 * Wraps a store with metrics and spans for the calls of requests. The time of a read ends when its stream
 * opens.
 */
export function meteredStore<Store extends ContentStore>(store: Store, meters: Meters): Store {
  const watch = <T>(call: StoreCalled['call'], work: () => Promise<T>): Promise<T> =>
    inSpan(
      `files ${call}`,
      async () => {
        const started = performance.now();
        let failed = true;
        try {
          const result = await work();
          failed = false;
          return result;
        } finally {
          meters.store({ call, failed, seconds: (performance.now() - started) / 1000 });
        }
      },
      { kind: SpanKind.CLIENT },
    );
  return {
    ...store,
    has: (shop_id, sha256) => watch('has', () => store.has(shop_id, sha256)),
    receive: async (sha256, bytes) => {
      const arrived = await watch('put', () => store.receive(sha256, bytes));
      return { ...arrived, place: (shop_id) => watch('put', () => arrived.place(shop_id)) };
    },
    put: (shop_id, sha256, bytes) => watch('put', () => store.put(shop_id, sha256, bytes)),
    read: (shop_id, sha256) => watch('read', () => store.read(shop_id, sha256)),
  };
}
