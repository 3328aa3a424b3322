import type { z } from '@hono/zod-openapi';
import { storeTried, tryStore } from '../../../schemas/store.ts';

export const body = tryStore;

export const response = storeTried;

export type StoreConnected = z.infer<typeof response>;
