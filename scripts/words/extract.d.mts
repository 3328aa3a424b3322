import type { Catalogue } from './catalogue.mjs';

export function extractCatalogue(): Promise<Catalogue>;
export function webFiles(): Promise<string[]>;
