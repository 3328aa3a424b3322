declare module 'saxen' {
  type DecodeEntities = (text: string) => string;
  /** The attributes as they are written, by their names with prefixes. */
  type ReadAttributes = () => Record<string, string>;
  export class Parser {
    on(event: 'openTag', handle: (name: string, read: ReadAttributes, decode: DecodeEntities) => void): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    on(event: 'text' | 'comment', handle: (text: string, decode: DecodeEntities) => void): this;
    on(event: 'cdata' | 'question' | 'attention', handle: (text: string) => void): this;
    /** Reads the next piece of a document; throws what is not XML. */
    write(xml: string): this;
    end(): void;
  }
}
