import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SameNumber } from './SameNumber.tsx';

test('L7: an order names the others that have its number, with links', async () => {
  await render(<SameNumber orders={[{ order_id: 'an-id', order_number: 'a-1001' }]} />);
  await expect.element(page.getByText('Another order has this number:')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'a-1001' }))
    .toHaveAttribute('href', '/desk/orders/an-id');
});
