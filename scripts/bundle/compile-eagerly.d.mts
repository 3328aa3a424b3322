import type { Plugin } from 'vite';

export function compileEagerly(): Plugin;
