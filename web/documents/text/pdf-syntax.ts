/** Joins lines of PDF syntax, which is not shown to users. */
export const pdfSyntax = (...lines: readonly string[]): string => lines.join('\n');
