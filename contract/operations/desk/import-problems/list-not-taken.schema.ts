import { z } from '@hono/zod-openapi';
import { importProblem } from '../../../schemas/import-problems.ts';

/** The import problems, newest first. `total` also counts those that are not listed. */
export const response = z.object({ orders: z.array(importProblem), total: z.number().int() });
