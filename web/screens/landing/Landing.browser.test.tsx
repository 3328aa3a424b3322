import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PRODUCT_NAME } from '../../product-name.ts';
import { SessionProvider } from '../../session/session-provider.tsx';
import { Landing } from './Landing.tsx';

test('the landing page shows the product name, its subtitle and the sign-in link', async () => {
  await render(
    <SessionProvider>
      <Landing />
    </SessionProvider>,
  );
  expect(PRODUCT_NAME).toBe('Mandoob');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Mandoob$/);
  await expect.element(page.getByText('Driver Management System')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign In to Dashboard' }))
    .toHaveAttribute('href', '/login');
  expect(document.title).toBe('Mandoob');
});
