import { z } from '@hono/zod-openapi';
import { MAX_DEVICE_NUMBER } from '../rules/device-chain.ts';
import { fils, instant } from './fields.ts';

export const number = z.number().int().min(1).max(MAX_DEVICE_NUMBER);

/** Unsent commands of a person by the last reports of the devices; null if there are none. */
export const unsentCash = z
  .object({ count: z.number().int(), amount_fils: fils, last_seen_at: instant })
  .nullable();

export type UnsentCash = z.infer<typeof unsentCash>;
