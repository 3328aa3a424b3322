import { storeTried, tryStore } from '../../../schemas/store.ts';

export const response = storeTried;
export const body = tryStore;
