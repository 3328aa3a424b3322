import type { Services } from '../platform/http/services.ts';
import { Problem } from '../platform/problem.ts';

type NamedFile = { path: string; sha256: string };

/**
 * Asks the store for every file that a recorded command names, before its answer leaves: of what was recorded earlier as well. From its commit
 * on no sweep takes these files, and until the answer the device has their bytes still. Throws `file_missing`, as recorded, for what is gone: the
 * device puts it again and asks once more; `unavailable` where the store cannot be asked.
 */
export async function assertFilesKept(
  { hasContent }: Pick<Services, 'hasContent'>,
  shop_id: number,
  input: unknown,
): Promise<void> {
  const asked = namedFiles(input).map(async ({ path, sha256 }) => {
    const is_kept = await hasContent(shop_id, sha256).catch((error: unknown) => {
      throw new Problem('unavailable').causedBy(error);
    });
    if (!is_kept) throw new Problem('file_missing', path).ofRecorded();
  });
  await Promise.all(asked);
}

/** Wherever they stand in the input: each is a path with the hash of its bytes. */
function namedFiles(input: unknown): NamedFile[] {
  if (input === null || typeof input !== 'object') return [];
  const { path, sha256 } = input as Partial<NamedFile>;
  if (typeof path === 'string' && typeof sha256 === 'string') return [{ path, sha256 }];
  return Object.values(input).flatMap(namedFiles);
}
