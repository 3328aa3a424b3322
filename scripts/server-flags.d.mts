export const ONE_GC_HELPER: string;
