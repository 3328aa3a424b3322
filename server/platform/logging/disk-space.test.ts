import { expect, it } from 'vitest';
import { diskSpaceTrouble } from './troubles.ts';

it('reports how much space is left when the disk is nearly full', async () => {
  const with_mb = (mb: number) => diskSpaceTrouble('/data', async () => mb * 1024 * 1024);
  expect(await with_mb(200)).toBeNull();
  expect(await with_mb(199)).toBe('the disk of /data is nearly full: 199 MB are free');
});

it('fails for a directory that does not exist', async () => {
  await expect(diskSpaceTrouble('/nowhere/at/all')).rejects.toThrow('ENOENT');
});
