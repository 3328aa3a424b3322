declare module 'bidi-js' {
  /** Embedding levels per UTF-16 unit; odd means right to left. */
  type EmbeddingLevels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
  type Bidi = {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels;
    getReorderedString(text: string, levels: EmbeddingLevels, start?: number, end?: number): string;
  };
  export default function bidiFactory(): Bidi;
}
