import { viewCounts } from '../../../schemas/desk-orders.ts';

export const answer = viewCounts;
