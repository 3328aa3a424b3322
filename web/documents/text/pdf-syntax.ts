/** Joins lines of a PDF's own language, which no user reads. */
export const pdfSyntax = (...lines: readonly string[]): string => lines.join('\n');
