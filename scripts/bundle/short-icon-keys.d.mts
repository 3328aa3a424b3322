import type { Plugin } from 'vite';

export function shortIconKeys(): Plugin;
