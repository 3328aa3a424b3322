/** Why a store of files that is not a disk could not do something. The message is for the operator, in words that name the cause. */
export class StoreError extends Error {
  /** As the store or the network says it: `AccessDenied`, `ECONNREFUSED`. */
  readonly code: string;
  /** Whether it has no room for more. */
  readonly is_full: boolean;

  constructor(message: string, { code, is_full = false }: { code: string; is_full?: boolean }) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
    this.is_full = is_full;
  }
}
