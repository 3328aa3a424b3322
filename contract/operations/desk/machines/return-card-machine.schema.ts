import { z } from '@hono/zod-openapi';
import { numberedMachine } from '../../../schemas/machines.ts';

export const body = numberedMachine;

/** The driver who had the card machine. */
export const response = z.object({ holder: z.string() });
