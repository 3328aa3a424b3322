import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Writes a `.br` and `.gz` file next to each asset that becomes smaller, with maximum compression. */
export async function compressAssets(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true });
  for (const name of names.filter((name) => /\.(js|css|svg)$/.test(name))) {
    const path = join(directory, name);
    const bytes = await readFile(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await keepSmaller(`${path}.br`, bytes, brotliCompressSync(bytes, quality));
    await keepSmaller(`${path}.gz`, bytes, gzipSync(bytes, { level: 9 }));
  }
}

async function keepSmaller(path: string, original: Buffer, compressed: Buffer): Promise<void> {
  if (compressed.length < original.length) await writeFile(path, compressed);
}
