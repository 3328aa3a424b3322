import { z } from 'zod';
import { ShopifyError } from './shopify-error.ts';
import { postJson } from './shopify-http.ts';

const throttleStatus = z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() });
const answerSchema = z.object({
  // Missing where the operation was not run.
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
type Answer = z.output<typeof answerSchema>;

/** Waiting longer than this is for the next run. */
const PATIENCE_MS = 10_000;
const THROTTLED_MAX = 5;

export type ShopifyApi = {
  /** Runs one operation and answers its data in the shape of `schema`. Throws ShopifyError. */
  run<Schema extends z.ZodType>(schema: Schema, query: string, variables: object): Promise<z.output<Schema>>;
};

type ApiOptions = {
  url: string;
  token: string;
  answer_ms_max?: number | undefined;
  pause: (delay_ms: number) => Promise<void>;
};

/** How GraphQL names an order. */
export const gidOf = (external_id: string) => `gid://shopify/Order/${external_id}`;

const userErrors = z.array(z.object({ message: z.string() }));
const mutated = z.record(z.string(), z.object({ userErrors }).catchall(z.unknown()).nullable());

/** Runs one mutation. Throws ShopifyError: `rejected`, in Shopify's words or else in `nothing`, where it made nothing. */
export async function mutate(
  api: ShopifyApi,
  mutation: string,
  variables: object,
  nothing = 'nothing was done',
): Promise<void> {
  const [answer] = Object.values(await api.run(mutated, mutation, variables));
  const { userErrors: faults = [], ...made } = answer ?? {};
  if (faults.length === 0 && Object.values(made).some((one) => one !== null)) return;
  const words = faults.map(({ message }) => message).join('; ');
  throw new ShopifyError('rejected', `Shopify: ${words || nothing}`);
}

/** An operation costs points; answers say how many are left and how fast they come back: it waits before one it cannot afford. */
export function shopifyApi({ url, token, answer_ms_max, pause }: ApiOptions): ShopifyApi {
  const bucket = new PointBucket();

  const ask = async (query: string, variables: object): Promise<Answer> => {
    const headers = { 'x-shopify-access-token': token };
    const answer = answerSchema.safeParse(await postJson(url, { query, variables }, headers, answer_ms_max));
    if (!answer.success) throw new ShopifyError('unavailable', 'Shopify answered in an unknown shape');
    bucket.learn(answer.data);
    assertDone(answer.data);
    return answer.data;
  };

  const askPatiently = async (query: string, variables: object): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      const wait_ms = bucket.waitMs();
      if (wait_ms > 0) await pause(Math.min(wait_ms, PATIENCE_MS));
      try {
        return await ask(query, variables);
      } catch (error) {
        if (!(error instanceof ShopifyError) || error.kind !== 'throttled') throw error;
        const { wait_ms } = error;
        if (attempt === THROTTLED_MAX || wait_ms > PATIENCE_MS) throw error;
        if (wait_ms > bucket.waitMs()) await pause(wait_ms);
      }
    }
  };

  return {
    run: async (schema, query, variables) => {
      const { data } = await askPatiently(query, variables);
      const parsed = schema.safeParse(data);
      if (!parsed.success) throw new ShopifyError('unavailable', 'Shopify answered in an unknown shape');
      return parsed.data;
    },
  };
}

/** What the store can still afford, as its last answer told; it fills up as time passes. */
class PointBucket {
  #available = Number.POSITIVE_INFINITY;
  #restored_per_ms = 1;
  #cost = 0;
  #told_at = 0;

  learn({ extensions }: Answer): void {
    const cost = extensions?.cost;
    if (!cost?.throttleStatus) return;
    this.#available = cost.throttleStatus.currentlyAvailable;
    this.#restored_per_ms = cost.throttleStatus.restoreRate / 1000;
    this.#cost = cost.requestedQueryCost;
    this.#told_at = performance.now();
  }

  /** Until another operation like the last one can be afforded, in ms. */
  waitMs(): number {
    const restored = (performance.now() - this.#told_at) * this.#restored_per_ms;
    return Math.max(0, Math.ceil((this.#cost - this.#available - restored) / this.#restored_per_ms));
  }
}

function assertDone({ errors, extensions }: Answer): void {
  if (!errors || errors.length === 0) return;
  if (typeof errors === 'string') throw new ShopifyError('rejected', `Shopify: ${errors}`);
  const codes = errors.map((error) => error.extensions?.code);
  const words = errors.map(({ message }) => message).join('; ');
  if (codes.includes('THROTTLED')) {
    const cost = extensions?.cost;
    const { currentlyAvailable = 0, restoreRate = 50 } = cost?.throttleStatus ?? {};
    const missing = Math.max(1, (cost?.requestedQueryCost ?? 0) - currentlyAvailable);
    throw new ShopifyError('throttled', 'Shopify asks to wait', {
      wait_ms: Math.ceil((missing / restoreRate) * 1000),
    });
  }
  if (codes.includes('ACCESS_DENIED'))
    throw new ShopifyError('refused', `Shopify refuses the scopes: ${words}`);
  const internal = codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT');
  throw new ShopifyError(internal ? 'unavailable' : 'rejected', `Shopify: ${words}`);
}
