import { z } from '@hono/zod-openapi';
import { filledText, instant, sha256, text } from './fields.ts';

/** A file that the command pins: the version of `path` with these bytes. */
export const pinnedFile = z.object({ path: text(400), sha256 });

/** A stored signature: its image, and if a name was typed instead of drawn. */
export const signature = pinnedFile.extend({
  typed: z.boolean(),
  /** The name printed under the signature. */
  signer: filledText(200),
});

/**
 * The device's clock at the press of the button, and the offset in ms that gives the server's time when
 * added.
 */
export const deviceClock = {
  occurred_at: instant,
  clock_offset_ms: z.number().int().min(-4_000_000_000_000).max(4_000_000_000_000),
};
