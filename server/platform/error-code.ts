/** The code of a failure, as the system (`ENOENT`), the database (`23505`) or a library gives it; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
