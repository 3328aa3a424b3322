import type { Plugin } from 'vite';

export function shownTopics(): Plugin;
