import { z } from '@hono/zod-openapi';
import { filledText } from './fields.ts';

export const numberedMachine = z.object({ number: filledText(100) });

export const machineChanged = z.object({ number: z.string() });
