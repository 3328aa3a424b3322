import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { SetOut } from '../../contract/operations/dashboard/deliveries/set-out.schema.ts';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { EXPENSE_KINDS } from '../../contract/rules/expenses.ts';
import { withDefaultTemplates } from '../../contract/rules/messages-to-customers.ts';
import { ATTEMPT_REASONS } from '../../contract/rules/orders/attempt-reasons.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import { queryClient } from '../../web/api/query-client.ts';
import { deviceOutbox, startOffline } from '../../web/commands/this-device.ts';
import { sessionStore } from '../../web/session/device-session.ts';
import { SessionProvider } from '../../web/session/session-provider.tsx';
import { Toaster } from '../../web/ui/Toaster.tsx';
import { deliveryOrder, driverProfile } from './delivery-order.ts';
import { SignedIn } from './SignedIn.tsx';
import { installServerDouble, json, type ServerDouble } from './server-double.ts';

export type DriverServer = ServerDouble & {
  profile: Profile;
  stops: OrderWithItems[];
  drivers_set_out: boolean;
};

/** A server with a signed-in driver and stops, new each time so that no stored data remains. */
export async function driverServer(): Promise<DriverServer> {
  startOffline();
  const profile = driverProfile();
  const server: DriverServer = Object.assign(installServerDouble(), {
    profile,
    stops: [],
    drivers_set_out: true,
  });
  const user = { id: profile.id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...tokens, expires_at, user }));
  server.answers.set('GET /api/profile', () => json(profile));
  server.answers.set('GET /api/orders/stops', () => json({ arrangement_id: null, stops: server.stops }));
  server.answers.set('GET /api/delivery-settings', () =>
    json({
      reasons: ATTEMPT_REASONS,
      drivers_set_out: server.drivers_set_out,
      records_position: false,
      expense_kinds: EXPENSE_KINDS,
      templates: withDefaultTemplates([]),
    }),
  );
  server.record = ({ path, body }) => {
    if (path === '/api/stops/loading') return { checked: [], missing_orders: 0 };
    const { order_ids } = body as SetOut;
    server.stops = server.stops.map((order) =>
      order_ids.includes(order.id) ? { ...order, status: 'dispatching' } : order,
    );
    return { set_out: order_ids, skipped: [] };
  };
  queryClient.clear();
  await sessionStore.signIn(user.email, 'mandoob-demo');
  return server;
}

/** Returns the driver's commands for this endpoint that are stored on the device, oldest first. */
export async function commandsMade(server: DriverServer, endpoint: 'set_out' | 'check_loading') {
  const entries = await deviceOutbox.reload();
  return entries.filter((entry) => entry.user_id === server.profile.id && entry.endpoint === endpoint);
}

/** A stop in this status that has not been on the road. */
export function stopIn(
  status: OrderWithItems['status'],
  order_number: string,
  changes: Partial<OrderWithItems> = {},
): OrderWithItems {
  return deliveryOrder({ status, order_number, dispatching_started_at: null, ...changes });
}

/** Shows a screen of the driver; returns the address to which it has navigated. */
export async function showDriverScreen(screen: ReactNode, path = '/dashboard/assigned-orders') {
  const address = memoryLocation({ path, record: true });
  await render(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <SignedIn>{screen}</SignedIn>
        </SessionProvider>
      </QueryClientProvider>
      <Toaster />
    </Router>,
  );
  return { path: () => address.history.at(-1) ?? '' };
}
