import type { Plugin } from 'vite';

export function leanEndpoints(): Plugin;
