import { z } from '@hono/zod-openapi';
import { filledText, instant, sha256, text } from './fields.ts';

/** A file the command pins: the version of `path` that has these bytes (ruling D1). */
export const pinnedFile = z.object({ path: text(400), sha256 });

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
