import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { thisTab } from '../../world/this-tab.ts';
import { RoomNotice } from './RoomNotice.tsx';

const MB = 1024 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
});

test('little room is reported before the photo is taken, and the notice goes once there is room again', async () => {
  const room = vi.spyOn(thisTab.store, 'room').mockResolvedValue(4 * MB);
  await render(<RoomNotice />);
  await expect.element(page.getByText('Little room left on this phone')).toBeVisible();
  await expect.element(page.getByText(/^It is enough for about 4 more deliveries\./)).toBeVisible();
  room.mockResolvedValue(400 * MB);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('Little room left on this phone')).not.toBeInTheDocument();
});
