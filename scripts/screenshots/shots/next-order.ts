import { newId } from '../../../contract/rules/ids.ts';
import { fillDelivery } from '../../../tests/support/e2e-screens.ts';
import { answerProblem, deliveredAnswer, hold } from '../conditions.ts';
import { button, confirm, NEXT, openForm } from '../delivery-form.ts';
import { readShots } from '../read-shots.ts';
import { open, type Shot, shows } from '../shot.ts';

export const nextOrder: Shot[] = [
  { name: 'next-order', as: 'driver', prepare: openForm },
  { name: 'next-order-all', as: 'driver', full: true, prepare: openForm },
  {
    name: 'next-order-filled',
    as: 'driver',
    full: true,
    prepare: async (page, { photo }) => {
      await openForm(page);
      await fillDelivery(page, photo);
    },
  },
  {
    name: 'next-order-filled-end',
    as: 'driver',
    only: 'phone',
    prepare: async (page, { photo }) => {
      await openForm(page);
      await fillDelivery(page, photo);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    },
  },
  {
    name: 'next-order-unmet',
    as: 'driver',
    prepare: async (page) => {
      await openForm(page);
      // It looks disabled, and takes presses all the same.
      await button(page).click({ force: true });
      await shows(page, 'Missing Information');
    },
  },
  { name: 'next-order-none', as: 'driver2', prepare: (page) => open(page, NEXT, 'No Orders Available') },
  {
    name: 'next-order-no-driver-record',
    as: 'manager',
    prepare: (page) => open(page, NEXT, /Failed to get driver information/),
  },
  ...readShots({
    name: 'next-order',
    as: 'driver',
    path: NEXT,
    read: '**/api/orders/next*',
    loading: 'Loading next order...',
    failed: 'Order Fetch Error',
  }),
  {
    name: 'next-order-confirming',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, hold);
      await shows(page, 'Confirming Delivery...');
    },
  },
  {
    name: 'next-order-photo-failed',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await page.route('**/storage/**', (route) => route.abort());
      await confirm(page, photo, hold);
      await shows(page, 'The photo is not uploaded yet');
    },
  },
  {
    name: 'next-order-unknown',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, (route) => route.abort());
      await shows(page, /We don't know yet/);
    },
  },
  {
    name: 'next-order-refused',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, answerProblem('order_not_assigned'));
      await shows(page, 'This delivery was not recorded');
    },
  },
  {
    name: 'next-order-delivered',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await page.route('**/functions/v1/*', answerProblem('unexpected'));
      await confirm(page, photo, deliveredAnswer());
      await shows(page, 'Delivery Confirmed');
    },
  },
  {
    name: 'next-order-conflict',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, deliveredAnswer('cancelled'));
      await shows(page, 'Delivery recorded with a conflict');
    },
  },
  {
    name: 'next-order-part-taken',
    as: 'driver',
    full: true,
    prepare: async (page) => {
      await page.route('**/api/orders/next*', async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, order: { ...answer.order, taken_fils: 500 } } });
      });
      await openForm(page);
      await shows(page, 'You have already taken');
    },
  },
  {
    name: 'next-order-waiting',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, (route) => route.abort());
      await shows(page, /We don't know yet/);
      await page.route('**/api/orders/next*', async (route) => {
        const { order } = await (await route.fetch()).json();
        await route.fulfill({ json: { order: { ...order, id: newId() }, draft_gone: 'completed' } });
      });
      await openForm(page);
      await fillDelivery(page, photo);
      await button(page).click();
      await shows(page, 'Waiting to be sent');
    },
  },
  {
    name: 'next-order-sign-in',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, answerProblem('not_signed_in'));
      await shows(page, 'Waiting for you to sign in again');
    },
  },
  {
    name: 'next-order-draft-gone',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await openForm(page);
      await fillDelivery(page, photo);
      await page.route('**/api/orders/next*', async (route) => {
        const { order } = await (await route.fetch()).json();
        await route.fulfill({ json: { order: { ...order, id: newId() }, draft_gone: 'reassigned' } });
      });
      await open(page, NEXT, /was given to another driver/);
    },
  },
];
