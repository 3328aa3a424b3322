import type { ParsedFile } from '../../scripts/messages/extract.mjs';

export function untranslatedTexts(file: ParsedFile, classes: ReadonlySet<string>): string[];
