export type Counts = { passed: number; failed: number };
export function vitestCounts(path: string): Counts;
export function playwrightCounts(path: string): Counts;
