import type { ParsedFile } from '../../scripts/words/extract.mjs';

export function outsideTexts(file: ParsedFile, classes: ReadonlySet<string>): string[];
