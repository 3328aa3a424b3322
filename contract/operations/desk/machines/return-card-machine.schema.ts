import { z } from '@hono/zod-openapi';
import { numberedMachine } from '../../../schemas/machines.ts';

export const body = numberedMachine;

/** Who had it. */
export const answer = z.object({ holder: z.string() });
