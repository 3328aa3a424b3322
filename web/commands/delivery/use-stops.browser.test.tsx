import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ArrangeStops } from '../../../contract/operations/dashboard/deliveries/arrange-stops.schema.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { deliveryOrder, driverProfile } from '../../../tests/support/delivery-order.ts';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { SignedIn } from '../../../tests/support/SignedIn.tsx';
import {
  installServerDouble,
  json,
  problem,
  type ReceivedRequest,
  type ServerDouble,
} from '../../../tests/support/server-double.ts';
import { queryClient } from '../../api/query-client.ts';
import { nextOrderFailed } from '../../api/read-failures.ts';
import { sessionStore } from '../../session/device-session.ts';
import { SessionProvider } from '../../session/session-provider.tsx';
import { useProfile } from '../../session/use-session.ts';
import { withMoved } from '../../ui/moved-to.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { clearToasts } from '../../ui/toast.ts';
import { useOutboxToasts } from '../notices/use-outbox-toasts.ts';
import { deviceOutbox, sendNow, startOffline } from '../this-device.ts';
import { useArrangement, useStops } from './use-stops.ts';

const STOPS = '/api/orders/stops';
const ARRANGE = '/api/orders/arrangement';

let server: ServerDouble;
let user_id: string;
let orders: OrderWithItems[];

beforeEach(async () => {
  startOffline();
  server = installServerDouble();
  const profile = driverProfile();
  user_id = profile.id;
  const user = { id: user_id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...tokens, expires_at, user }));
  server.answers.set('GET /api/profile', () => json(profile));
  orders = ['1001', '1002', '1003'].map((order_number) => deliveryOrder({ order_number }));
  answerStops(null, orders);
  server.record = ({ body }) => arranged(body as ArrangeStops);
  queryClient.clear();
  clearToasts();
  await sessionStore.signIn(user.email, 'mandoob-demo');
});

afterEach(() => {
  writeSession(null);
  server.restore();
});

function answerStops(arrangement_id: string | null, stops: readonly OrderWithItems[]): void {
  server.answers.set(`GET ${STOPS}`, () => json({ arrangement_id, stops }));
}

/** Acts as the server: from now on, responses have this order. */
function arranged({ arrangement_id, order_ids }: ArrangeStops) {
  answerStops(
    arrangement_id,
    order_ids.flatMap((id) => orders.find((order) => order.id === id) ?? []),
  );
  return { outcome: 'arranged', arrangement_id };
}

function Stops() {
  const read = useStops(nextOrderFailed);
  const { move } = useArrangement(read, useProfile());
  useOutboxToasts();
  const idOf = (number: string) => orders.find(({ order_number }) => order_number === number)?.id ?? '';
  const third = idOf('1003');
  const thirdFirst = withMoved(read.data?.map(({ order }) => order.id) ?? [], third, 0);
  return (
    <>
      <p>{read.data?.map(({ order }) => order.order_number).join(' ')}</p>
      <p>next {read.next?.order.order_number}</p>
      <button type="button" onClick={() => void move(third, thirdFirst)}>
        third first
      </button>
      <button
        type="button"
        onClick={() => {
          void move(third, thirdFirst);
          void move(idOf('1002'), withMoved(thirdFirst, idOf('1002'), 0));
        }}
      >
        two at once
      </button>
    </>
  );
}

function open() {
  return render(
    <>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <SignedIn>
            <Stops />
          </SignedIn>
        </SessionProvider>
      </QueryClientProvider>
      <Toaster />
    </>,
  );
}

const press = (name: string) => page.getByRole('button', { name }).click();
const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const sent = () =>
  server.asked.filter(({ path }) => path === ARRANGE).map(({ body }) => body as ArrangeStops);
const withoutNetwork = () => {
  server.fault = () => 'lost';
};

test('an arrangement is shown at once, sent, and contained in later responses', async () => {
  await open();
  await shows('1001 1002 1003');
  await shows('next 1001');
  await press('third first');
  await shows('1003 1001 1002');
  await shows('next 1003');
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    from_arrangement: null,
    order_ids: ['1003', '1001', '1002'].map(
      (number) => orders.find(({ order_number }) => order_number === number)?.id,
    ),
  });
  // Refetched once nothing is pending.
  await vi.waitFor(() => expect(server.count('GET', STOPS)).toBeGreaterThan(1));
  await shows('1003 1001 1002');
});

test('arrangements made offline build on each other, survive a reload, and are sent in order', async () => {
  const first = await open();
  await shows('1001 1002 1003');
  withoutNetwork();
  await press('two at once');
  await shows('1002 1003 1001');
  await vi.waitFor(async () =>
    expect((await deviceOutbox.reload()).filter((one) => one.user_id === user_id)).toHaveLength(2),
  );
  await first.unmount();
  queryClient.clear();
  await open();
  await shows('1002 1003 1001');
  await press('third first');
  await shows('1003 1002 1001');

  server.fault = () => undefined;
  sendNow();
  await vi.waitFor(() => expect(new Set(sent().map((one) => one.arrangement_id)).size).toBe(3));
  const last = sent().at(-1);
  const chain = [...new Map(sent().map((one) => [one.arrangement_id, one])).values()];
  expect(chain.map(({ from_arrangement }) => from_arrangement)).toEqual([
    null,
    chain[0]?.arrangement_id,
    chain[1]?.arrangement_id,
  ]);
  expect(last?.from_arrangement).toBe(chain[1]?.arrangement_id);
  await shows('1003 1002 1001');
});

test('if the desk has arranged the stops, its order is shown and a toast informs the driver', async () => {
  await open();
  await shows('1001 1002 1003');
  const desks = { outcome: 'desk_stands', arrangement_id: '0197c0de-0000-7000-8000-000000000001' };
  server.record = () => {
    answerStops(desks.arrangement_id, [orders[1], orders[0], orders[2]] as OrderWithItems[]);
    return desks;
  };
  await press('third first');
  await expect.element(page.getByText('The shop has arranged your stops')).toBeVisible();
  await shows('1002 1001 1003');
  server.record = ({ body }: ReceivedRequest) => arranged(body as ArrangeStops);
  await press('third first');
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.from_arrangement).toBe(desks.arrangement_id);
  await shows('1003 1002 1001');
});

test('a refused arrangement is undone with a toast and deleted', async () => {
  await open();
  await shows('1001 1002 1003');
  server.fault = ({ path }) => (path === ARRANGE ? problem('no_access') : undefined);
  await press('third first');
  await expect.element(page.getByText('The order of your stops could not be saved.')).toBeVisible();
  await shows('1001 1002 1003');
  await vi.waitFor(async () =>
    expect((await deviceOutbox.reload()).filter((one) => one.user_id === user_id)).toEqual([]),
  );
});

test('the next stop follows deliveries confirmed on this device', async () => {
  await open();
  await shows('next 1001');
  withoutNetwork();
  for (const [at, number] of ['1002', '1003', ''].entries()) {
    await deviceOutbox.enqueue(deliveryCommand({ user_id, order_id: orders[at]?.id ?? '' }));
    await shows(`next ${number}`.trim());
  }
  await shows('1001 1002 1003');
});
