import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { navigate } from 'wouter/use-browser-location';
import { PageHeading } from './PageHeading.tsx';

let initialUrl: string;

beforeEach(() => {
  initialUrl = location.href;
});

afterEach(() => history.replaceState(null, '', initialUrl));

function Screen({ loaded }: { loaded: boolean }) {
  return (
    <>
      <button type="button">Menu</button>
      <button type="button">Sign out</button>
      {loaded && <PageHeading title="Profile" />}
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name });
const heading = () => page.getByRole('heading', { name: 'Profile' });

/** Navigates to another page with the focus on the first button; that page's heading is not loaded yet. */
async function navigateFromMenu() {
  const screen = await render(<Screen loaded={false} />);
  await userEvent.click(button('Menu'));
  navigate('/dashboard/elsewhere');
  return screen;
}

test('after a navigation the heading takes the focus from the link or button that caused it', async () => {
  const screen = await navigateFromMenu();
  await screen.rerender(<Screen loaded />);
  await expect.element(heading()).toHaveFocus();
});

test('a heading that loads late leaves the focus that the user moved with Tab', async () => {
  const screen = await navigateFromMenu();
  await userEvent.keyboard('{Tab}');
  await screen.rerender(<Screen loaded />);
  await expect.element(heading()).toBeVisible();
  await expect.element(button('Sign out')).toHaveFocus();
});

test('the heading takes the focus again after a second navigation', async () => {
  const screen = await navigateFromMenu();
  await userEvent.keyboard('{Tab}');
  navigate('/dashboard/later');
  await screen.rerender(<Screen loaded />);
  await expect.element(heading()).toHaveFocus();
});
