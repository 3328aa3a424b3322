import { nothing } from '../../../schemas/store.ts';

export const response = nothing;
