import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { thisTab } from '../../environment/this-tab.ts';
import { LowStorageNotice } from './LowStorageNotice.tsx';

const MB = 1024 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
});

test('low storage is reported before the photo is taken, until there is space again', async () => {
  const room = vi.spyOn(thisTab.store, 'room').mockResolvedValue(4 * MB);
  await render(<LowStorageNotice />);
  await expect.element(page.getByText('Low storage on this device')).toBeVisible();
  await expect.element(page.getByText(/^There is space for about 4 more deliveries\./)).toBeVisible();
  room.mockResolvedValue(400 * MB);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('Low storage on this device')).not.toBeInTheDocument();
});
