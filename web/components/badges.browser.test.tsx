import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { ORDER_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { Money } from './Money.tsx';
import { PaymentBadge, StatusBadge } from './order-badges.tsx';
import { RoleBadge } from './RoleBadge.tsx';

const shown = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>('[data-tone]')].map((badge) => [
    badge.textContent,
    badge.dataset.tone,
  ]);

it('labels every order status and styles it as specified', async () => {
  const { container } = await render(
    ORDER_STATUSES.map((status) => <StatusBadge key={status} status={status} />),
  );
  expect(shown(container)).toEqual([
    ['Picking', 'warn'],
    ['Packed', 'done'],
    ['Dispatched', 'accent_outline'],
    ['Dispatching', 'accent_outline'],
    ['Delivering', 'accent_outline'],
    ['Completed', 'done'],
    ['Cancelled', 'danger'],
  ]);
});

it('shows paid orders in green and pending ones in yellow', async () => {
  const { container } = await render(
    <>
      <PaymentBadge payment_status="paid" />
      <PaymentBadge payment_status="pending" />
    </>,
  );
  expect(shown(container)).toEqual([
    ['Paid', 'done'],
    ['Pending', 'warn'],
  ]);
});

it('styles each role differently, shows an unknown role unchanged and a missing one as "No role"', async () => {
  const { container } = await render(
    <>
      <RoleBadge staff_role="Driver" />
      <RoleBadge staff_role="Admin" />
      <RoleBadge staff_role="Manager" />
      <RoleBadge staff_role="Dispatcher" />
      <RoleBadge staff_role={null} />
    </>,
  );
  expect(shown(container)).toEqual([
    ['Driver', 'accent'],
    ['Admin', 'warn'],
    ['Manager', 'done'],
    ['Dispatcher', 'neutral'],
    ['No role', 'neutral'],
  ]);
});

it('shows an amount that could not be read as a dash, not as zero', async () => {
  const { container } = await render(
    <>
      <p>
        <Money amount_fils={null} />
      </p>
      <p>
        <Money amount_fils={-5_000} />
      </p>
    </>,
  );
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual(['—', '-AED 50.00']);
});
