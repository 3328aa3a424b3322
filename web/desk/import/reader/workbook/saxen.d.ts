declare module 'saxen' {
  /** Returns the attributes undecoded, by their names with prefixes. */
  type ReadAttributes = () => Record<string, string>;
  export class Parser {
    on(event: 'openTag', handle: (name: string, read: ReadAttributes) => void): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    /** The text is passed undecoded, including character references. */
    on(event: 'text' | 'comment' | 'cdata' | 'question' | 'attention', handle: (text: string) => void): this;
    /** Reads the next chunk of a document. Throws if it is not XML. */
    write(xml: string): this;
    end(): void;
  }
}
