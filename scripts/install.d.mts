export const ROOT: string;
export function ensureInstalled(): void;
export function nodeVersionProblem(version: string): string | undefined;
export function isInstalled(root: string): boolean;
export function fail(line: string): never;
