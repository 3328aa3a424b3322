import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { navigate } from 'wouter/use-browser-location';
import { PageHeading } from './PageHeading.tsx';

let before: string;

beforeEach(() => {
  before = location.href;
});

afterEach(() => history.replaceState(null, '', before));

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

/** Goes to another page with the focus on the first button; the page's heading is not loaded yet. */
async function navigateFromMenu() {
  const screen = await render(<Screen loaded={false} />);
  await userEvent.click(button('Menu'));
  navigate('/dashboard/elsewhere');
  return screen;
}

test('the heading takes the focus from the link or button that led to its page', async () => {
  const screen = await navigateFromMenu();
  await screen.rerender(<Screen loaded />);
  await expect.element(heading()).toHaveFocus();
});

test('the heading leaves the focus where the user moved it by Tab while the page was loading', async () => {
  const screen = await navigateFromMenu();
  await userEvent.keyboard('{Tab}');
  await screen.rerender(<Screen loaded />);
  await expect.element(heading()).toBeVisible();
  await expect.element(button('Sign out')).toHaveFocus();
});

test('the heading of a later page takes the focus again', async () => {
  const screen = await navigateFromMenu();
  await userEvent.keyboard('{Tab}');
  navigate('/dashboard/later');
  await screen.rerender(<Screen loaded />);
  await expect.element(heading()).toHaveFocus();
});
