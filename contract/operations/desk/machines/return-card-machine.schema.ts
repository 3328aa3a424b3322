import { z } from '@hono/zod-openapi';
import { numberedMachine } from '../../../schemas/machines.ts';

export const body = numberedMachine;

/** The driver who had the card machine. */
export const answer = z.object({ holder: z.string() });
