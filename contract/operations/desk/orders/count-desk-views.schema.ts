import { viewCounts } from '../../../schemas/desk-orders.ts';

export const response = viewCounts;
