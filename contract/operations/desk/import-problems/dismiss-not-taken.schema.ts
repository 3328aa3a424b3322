import { z } from '@hono/zod-openapi';
import { filledText } from '../../../schemas/fields.ts';
import { what } from '../../../schemas/import-problems.ts';

export const body = z.object({ what, note: filledText(500) });

export const response = z.object({});
