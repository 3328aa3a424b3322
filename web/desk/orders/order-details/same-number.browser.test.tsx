import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SameNumber } from './SameNumber.tsx';

test('an order links to the other orders with its number', async () => {
  await render(<SameNumber orders={[{ order_id: 'an-id', order_number: 'a-1001' }]} />);
  await expect.element(page.getByText('Another order has this number:')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'a-1001' }))
    .toHaveAttribute('href', '/desk/orders/an-id');
});
