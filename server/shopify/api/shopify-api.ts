import { z } from 'zod';
import { ShopifyError } from './shopify-error.ts';
import { postJson } from './shopify-http.ts';

const throttleStatus = z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() });
const responseSchema = z.object({
  // Absent if the operation was not run.
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
    )
    .or(z.string())
    .optional(),
  extensions: z
    .object({
      cost: z
        .object({ requestedQueryCost: z.number(), throttleStatus: throttleStatus.optional() })
        .optional(),
    })
    .optional(),
});
type ApiResponse = z.output<typeof responseSchema>;

/** A longer wait ends the run; the next run tries again. */
const WAIT_MS_MAX = 10_000;
const THROTTLED_MAX = 5;

export type ShopifyApi = {
  /** Runs one operation and returns its data, parsed with `schema`. Throws ShopifyError. */
  run<Schema extends z.ZodType>(schema: Schema, query: string, variables: object): Promise<z.output<Schema>>;
};

type ApiOptions = {
  url: string;
  token: string;
  answer_ms_max?: number | undefined;
  pause: (delay_ms: number) => Promise<void>;
};

/** Returns the GraphQL id of an order. */
export const gidOf = (external_id: string) => `gid://shopify/Order/${external_id}`;

const userErrors = z.array(z.object({ message: z.string() }));
const mutated = z.record(z.string(), z.object({ userErrors }).catchall(z.unknown()).nullable());

/**
 * Runs one mutation. Throws ShopifyError of kind `rejected` if it changed nothing, with Shopify's message or
 * else `nothing`.
 */
export async function mutate(
  api: ShopifyApi,
  mutation: string,
  variables: object,
  nothing = 'no change was made',
): Promise<void> {
  const [response] = Object.values(await api.run(mutated, mutation, variables));
  const { userErrors: faults = [], ...made } = response ?? {};
  if (faults.length === 0 && Object.values(made).some((one) => one !== null)) return;
  const messages = faults.map(({ message }) => message).join('; ');
  throw new ShopifyError('rejected', `Shopify: ${messages || nothing}`);
}

/**
 * An operation costs points; each response reports the points left and the rate at which they are restored.
 * Before an operation that exceeds the points left, it waits.
 */
export function shopifyApi({ url, token, answer_ms_max, pause }: ApiOptions): ShopifyApi {
  const bucket = new PointBucket();

  const send = async (query: string, variables: object): Promise<ApiResponse> => {
    const headers = { 'x-shopify-access-token': token };
    const response = responseSchema.safeParse(
      await postJson(url, { query, variables }, headers, answer_ms_max),
    );
    if (!response.success) throw new ShopifyError('unavailable', 'Shopify sent an unexpected response');
    bucket.learn(response.data);
    assertDone(response.data);
    return response.data;
  };

  const sendWithRetries = async (query: string, variables: object): Promise<ApiResponse> => {
    for (let attempt = 1; ; attempt++) {
      const wait_ms = bucket.waitMs();
      if (wait_ms > 0) await pause(Math.min(wait_ms, WAIT_MS_MAX));
      try {
        return await send(query, variables);
      } catch (error) {
        if (!(error instanceof ShopifyError) || error.kind !== 'throttled') throw error;
        const { wait_ms } = error;
        if (attempt === THROTTLED_MAX || wait_ms > WAIT_MS_MAX) throw error;
        if (wait_ms > bucket.waitMs()) await pause(wait_ms);
      }
    }
  };

  return {
    run: async (schema, query, variables) => {
      const { data } = await sendWithRetries(query, variables);
      const parsed = schema.safeParse(data);
      if (!parsed.success) throw new ShopifyError('unavailable', 'Shopify sent an unexpected response');
      return parsed.data;
    },
  };
}

/** Estimates the store's available points from its last response; they are restored over time. */
class PointBucket {
  #available = Number.POSITIVE_INFINITY;
  #restored_per_ms = 1;
  #cost = 0;
  #updated_at = 0;

  learn({ extensions }: ApiResponse): void {
    const cost = extensions?.cost;
    if (!cost?.throttleStatus) return;
    this.#available = cost.throttleStatus.currentlyAvailable;
    this.#restored_per_ms = cost.throttleStatus.restoreRate / 1000;
    this.#cost = cost.requestedQueryCost;
    this.#updated_at = performance.now();
  }

  /** Returns the time until another operation like the last one can be afforded, in ms. */
  waitMs(): number {
    const restored = (performance.now() - this.#updated_at) * this.#restored_per_ms;
    return Math.max(0, Math.ceil((this.#cost - this.#available - restored) / this.#restored_per_ms));
  }
}

function assertDone({ errors, extensions }: ApiResponse): void {
  if (!errors || errors.length === 0) return;
  if (typeof errors === 'string') throw new ShopifyError('rejected', `Shopify: ${errors}`);
  const codes = errors.map((error) => error.extensions?.code);
  const messages = errors.map(({ message }) => message).join('; ');
  if (codes.includes('THROTTLED')) {
    const cost = extensions?.cost;
    const { currentlyAvailable = 0, restoreRate = 50 } = cost?.throttleStatus ?? {};
    const missing = Math.max(1, (cost?.requestedQueryCost ?? 0) - currentlyAvailable);
    throw new ShopifyError('throttled', 'Shopify limits the rate of requests', {
      wait_ms: Math.ceil((missing / restoreRate) * 1000),
    });
  }
  if (codes.includes('ACCESS_DENIED'))
    throw new ShopifyError('refused', `Shopify refuses the scopes: ${messages}`);
  const internal = codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT');
  throw new ShopifyError(internal ? 'unavailable' : 'rejected', `Shopify: ${messages}`);
}
