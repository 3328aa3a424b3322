import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import { queryClient } from '../../web/api/query-client.ts';
import { useOutboxToasts } from '../../web/commands/notices/use-outbox-toasts.ts';
import { deviceOutbox, startOffline } from '../../web/commands/this-device.ts';
import { NEXT_ORDER_PATH } from '../../web/components/dashboard-paths.ts';
import { NextOrder } from '../../web/screens/next-order/NextOrder.tsx';
import { sessionStore } from '../../web/session/device-session.ts';
import { SessionProvider } from '../../web/session/session-provider.tsx';
import { Toaster } from '../../web/ui/Toaster.tsx';
import { clearToasts } from '../../web/ui/toast.ts';
import { attemptReply, openSheet, shows } from './attempt-sheet.ts';
import { deliveryOrder, driverProfile } from './delivery-order.ts';
import { writeSession } from './kept-session.ts';
import { SignedIn } from './SignedIn.tsx';
import { installServerDouble, json, problem, type ServerDouble } from './server-double.ts';

/** A signed-in driver on a page with a server double; call `end` after the test. */
export async function startDriverPage(changes: Partial<Profile> = {}) {
  startOffline();
  const server = installServerDouble();
  const profile = driverProfile(changes);
  const user = { id: profile.id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...tokens, expires_at, user }));
  server.answers.set('GET /api/profile', () => json(profile));
  queryClient.clear();
  clearToasts();
  await sessionStore.signIn(user.email, 'mandoob-demo');
  return {
    server,
    profile,
    offer: (...stops: OrderWithItems[]) => offer(server, stops),
    open: openScreen,
    /** Returns the bodies of the requests for this path that had a response. */
    sent: (path: string) =>
      server.asked.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body),
    /** Returns the driver's entries on the device, oldest first. */
    entries: async () => (await deviceOutbox.reload()).filter(({ user_id }) => user_id === profile.id),
    end() {
      vi.restoreAllMocks();
      writeSession(null);
      server.restore();
    },
  };
}

/** Makes the server return these stops from now on. */
function offer(server: ServerDouble, stops: readonly OrderWithItems[]): void {
  server.answers.set('GET /api/orders/stops', () => json({ arrangement_id: null, stops }));
}

/** Opens a screen at a path, with the toasts of commands, as in the shell. */
async function openScreen(path: string, screen: ReactNode) {
  const address = memoryLocation({ path, record: true });
  const rendered = await render(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <SignedIn>
            <Announced>{screen}</Announced>
          </SignedIn>
        </SessionProvider>
      </QueryClientProvider>
      <Toaster />
    </Router>,
  );
  return { unmount: rendered.unmount, path: () => address.history.at(-1) ?? '' };
}

function Announced({ children }: { children: ReactNode }) {
  useOutboxToasts();
  return children;
}

/** Opens Next Order with two stops, #1001 and #1002. The shop's settings are not known. */
export async function startTwoStops() {
  const driver = await startDriverPage();
  const first = deliveryOrder({ order_number: '1001' });
  const second = deliveryOrder({ order_number: '1002' });
  driver.offer(first, second);
  driver.server.record = (asked) => attemptReply(first, asked);
  driver.server.answers.set('GET /api/delivery-settings', () => problem('unexpected'));
  return {
    driver,
    first,
    second,
    /** Opens the page, and the sheet of the stop that it shows. */
    async openAt(path: string = NEXT_ORDER_PATH, shown = '#1001') {
      const opened = await driver.open(path, <NextOrder />);
      await shows(shown);
      await openSheet();
      return opened;
    },
  };
}
