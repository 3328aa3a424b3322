import { z } from '@hono/zod-openapi';
import { filledText, instant } from './fields.ts';
import { pinnedFile } from './pinned-file.ts';

/** A signature as it is stored: its picture, and whether a name was typed instead of drawn (ruling F9). */
export const signature = pinnedFile.extend({
  typed: z.boolean(),
  /** The name printed under it. */
  signer: filledText(200),
});

/** The device's clock when the button was pressed, and what has to be added to get the server's, in ms (ruling B5). */
export const deviceClock = {
  occurred_at: instant,
  clock_offset_ms: z.number().int().min(-4_000_000_000_000).max(4_000_000_000_000),
};
