import type { Line } from './english-rules.mjs';

export function addedLines(diff: string): Map<string, Line[]>;
