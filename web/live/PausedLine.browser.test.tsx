import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useShownAge } from '../components/shown-age.ts';
import { noteLost } from './lost-since.ts';
import { PausedLine } from './PausedLine.tsx';

afterEach(() => noteLost(null));

test('a lost stream shows a line with the time in the shop’s time zone until it is back', async () => {
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

test('no second line appears while part of the page states the age of its figures', async () => {
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
