import { nothing } from '../../../schemas/store.ts';

export const answer = nothing;
