import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useShownAge } from '../components/shown-age.ts';
import { noteLost } from './lost-since.ts';
import { PausedLine } from './PausedLine.tsx';

afterEach(() => noteLost(null));

test('while the stream is lost a line shows since when in the shop’s time, and it goes once the stream is back', async () => {
  await render(<PausedLine time_zone="Asia/Dubai" />);
  const since = new Date();
  const clock = { timeZone: 'Asia/Dubai', hour: '2-digit', minute: '2-digit' } as const;
  noteLost(since.getTime());
  const text = `Live updates paused since ${since.toLocaleTimeString('en-GB', clock)}`;
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  noteLost(null);
  await expect.element(page.getByText(/Live updates paused/)).not.toBeInTheDocument();
});

function OldFigures() {
  useShownAge(new Date(), true);
  return null;
}

test('while a part of the page says that its figures are old, no second line does', async () => {
  const { rerender } = await render(<PausedLine time_zone="Asia/Dubai" />);
  noteLost(Date.now());
  await expect.element(page.getByText(/Live updates paused/)).toBeVisible();
  await rerender(
    <>
      <PausedLine time_zone="Asia/Dubai" />
      <OldFigures />
    </>,
  );
  await expect.element(page.getByText(/Live updates paused/)).not.toBeInTheDocument();
});
