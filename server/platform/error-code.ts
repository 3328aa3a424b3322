/**
 * Returns the code of an error of the system (`ENOENT`), the database (`23505`) or a library; empty if it has
 * none.
 */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
