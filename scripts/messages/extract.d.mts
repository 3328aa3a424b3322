import type { types } from '@babel/core';
import type { Catalogue } from './catalogue.mjs';

export type ParsedFile = { path: string; code: string; ast: types.File };

export function parseFile(path: string, code: string): Promise<ParsedFile>;
export function parseWebFiles(): Promise<ParsedFile[]>;
export function extractCatalogue(files?: ParsedFile[]): Promise<Catalogue>;
export function webFiles(): Promise<string[]>;
