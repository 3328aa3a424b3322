/** A backup cannot be made or brought back: of the file, the passphrase or the place; the message says which. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError';
}
