import { z } from '@hono/zod-openapi';
import { count, defineNames } from '../../../schemas/names.ts';

export const body = defineNames;

export const response = z.object({ changed_orders: count });
