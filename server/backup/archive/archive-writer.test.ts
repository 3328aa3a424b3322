import { type FileHandle, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';

/** The operation that fails with ENOSPC. */
let refuses: 'nothing' | 'write' | 'sync' | 'close' | 'the directory';

let createArchive: typeof import('./archive-writer.ts').createArchive;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:fs/promises', async (original) => {
    const fs = await original<typeof import('node:fs/promises')>();
    return { ...fs, open: async (...args: Parameters<typeof fs.open>) => failing(await fs.open(...args)) };
  });
  ({ createArchive } = await import('./archive-writer.ts'));
});
afterAll(() => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
});

function failing(file: FileHandle): FileHandle {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return new Proxy(file, {
    get(target, name) {
      const call = async (...args: unknown[]) => {
        const is_directory = (await target.stat()).isDirectory();
        if (refuses === 'the directory' && is_directory && name === 'sync') throw full;
        if (refuses === name && !is_directory) throw full;
        return (Reflect.get(target, name) as (...args: unknown[]) => unknown).apply(target, args);
      };
      return name === 'fd' || name === 'then' ? Reflect.get(target, name) : call;
    },
  });
}

const NEW = { source: 'a-shop', named: async () => new Set<string>() };

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeEach(async () => {
  refuses = 'nothing';
  directory = await makeTemporaryDirectory();
});
afterEach(() => directory.remove());

test('a disk that is full at the first byte leaves no file', async () => {
  refuses = 'write';
  await expect(createArchive(join(directory.path, 'shop.backup'), NEW)).rejects.toThrow('ENOSPC');
  expect(await readdir(directory.path)).toEqual([]);
});

test.each(['write', 'sync', 'close', 'the directory'] as const)(
  'a disk error at the end (%s) leaves no file after the backup is abandoned',
  async (failing_call) => {
    const archive = await createArchive(join(directory.path, 'shop.backup'), NEW);
    await archive.section({ type: 'manifest', name: '' }, [Buffer.from('{}')]);
    refuses = failing_call;
    await expect(archive.finish()).rejects.toThrow('ENOSPC');
    await archive.abandon();
    expect(await readdir(directory.path)).toEqual([]);
  },
);

test('a finished backup is the only file in the directory', async () => {
  const archive = await createArchive(join(directory.path, 'shop.backup'), NEW);
  expect(await archive.finish()).toBeGreaterThan(0);
  expect(await readdir(directory.path)).toEqual(['shop.backup']);
});
