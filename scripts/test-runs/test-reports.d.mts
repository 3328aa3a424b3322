export type Counts = { passed: number; failed: number };
export function vitestCounts(path: string): Counts;
export function playwrightCounts(path: string): Counts;
export function slowestFiles(vitest_path: string, playwright_path: string, root: string): string[];
export function printedCounts(output: string, success: boolean): Counts;
export function failedTests(vitest_path: string, playwright_path: string, root: string): string[];
export function listed(title: string, lines: string[]): string;
