import { z } from '@hono/zod-openapi';
import { ROW_CELLS_MAX } from '../../../rules/csv/csv-row-limits.ts';
import { column, importRemembered, layout } from '../../../schemas/imports.ts';

export const response = importRemembered;

const rememberedLayout = z.object({ header: z.array(column).min(1).max(ROW_CELLS_MAX), layout });

export const body = rememberedLayout;
