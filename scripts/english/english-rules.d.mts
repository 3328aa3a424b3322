export type Line = { number: number; text: string };
export type Kind = 'comment' | 'test name' | 'message';
export type Fault = { path: string; number: number; kind: Kind; fault: string; text: string };
export function englishFaults(path: string, lines: readonly Line[]): Fault[];
export function textsOf(path: string, line: string): { kind: Kind; text: string }[];
