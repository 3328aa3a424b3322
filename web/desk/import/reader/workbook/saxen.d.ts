declare module 'saxen' {
  /** Returns the attributes as they are written, by their names with prefixes. */
  type ReadAttributes = () => Record<string, string>;
  export class Parser {
    on(event: 'openTag', handle: (name: string, read: ReadAttributes) => void): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    /** The text is passed as it is written, references to characters included. */
    on(event: 'text' | 'comment' | 'cdata' | 'question' | 'attention', handle: (text: string) => void): this;
    /** Reads the next chunk of a document. Throws if it is not XML. */
    write(xml: string): this;
    end(): void;
  }
}
