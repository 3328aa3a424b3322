import { storeTried, tryStore } from '../../../schemas/store.ts';

export const answer = storeTried;
export const body = tryStore;
