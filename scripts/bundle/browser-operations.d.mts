import type { Plugin } from 'vite';

export const DEFINITIONS: RegExp;
export function browserOperations(): Plugin[];
export function leanModule(path: string): Promise<string>;
