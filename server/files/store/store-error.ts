/** A failure of a file store other than a disk. The message names the cause for the operator. */
export class StoreError extends Error {
  /** The code of the store or the network: `AccessDenied`, `ECONNREFUSED`. */
  readonly code: string;
  /** True if the store has no space left. */
  readonly is_full: boolean;

  constructor(message: string, { code, is_full = false }: { code: string; is_full?: boolean }) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
    this.is_full = is_full;
  }
}
