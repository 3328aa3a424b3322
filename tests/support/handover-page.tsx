import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { DriverGoods } from '../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import type { HandoverDrivers } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { HandoverRow } from '../../contract/operations/dashboard/cash/list-handovers-today.schema.ts';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { queryClient } from '../../web/api/query-client.ts';
import { useOutboxToasts } from '../../web/commands/notices/use-outbox-toasts.ts';
import { deviceOutbox, startOffline } from '../../web/commands/this-device.ts';
import { sessionStore } from '../../web/session/device-session.ts';
import { SessionProvider } from '../../web/session/session-provider.tsx';
import { Toaster } from '../../web/ui/Toaster.tsx';
import { handoverReply } from './handover-command.ts';
import { writeSession } from './kept-session.ts';
import { quickDocuments } from './quick-documents.ts';
import { SignedIn } from './SignedIn.tsx';
import { installServerDouble, json, problem, type ServerDouble } from './server-double.ts';
import { signPad } from './sign-pad.ts';

export const OMAR = {
  id: 7,
  user_id: newId(),
  full_name: 'Omar Said',
  status: 'available',
  orders_out: 0,
} as const;
export const SARA = {
  id: 8,
  user_id: newId(),
  full_name: 'سارة',
  status: 'available',
  orders_out: 0,
} as const;
export const BILAL = {
  id: 9,
  user_id: newId(),
  full_name: 'Bilal',
  status: 'delivering',
  orders_out: 2,
} as const;

export const CHOICES: HandoverDrivers = {
  drivers: [OMAR, SARA, BILAL],
  card_machines: [],
  own_cash: { cash_on_hand_fils: 200_000, waiting_fils: 0 },
  usual_fils: { start: null, end: null },
};

/** A handover with Omar, for today's list. */
export const HANDOVER_TODAY: HandoverRow = {
  id: newId(),
  handover_reference: 'EOD-20261120-7-1795190400000',
  handover_type: 'end',
  driver_id: OMAR.id,
  driver_name: OMAR.full_name,
  admin_name: 'Amal Admin',
  amount_fils: 14_000,
  difference_fils: -500,
  card_machine_given: false,
  card_machine_received: true,
  card_machine_number: 'POS-01',
  voided: false,
  completed_at: '2026-11-20T16:00:00.000Z',
  receipt: {
    bucket: 'cash-handovers',
    path: 'EOD/CornerShop/2026-11-20/receipt.pdf',
    sha256: '33'.repeat(32),
  },
};

export type HandoverServer = ServerDouble & {
  choices: HandoverDrivers;
  /** Cash on hand by driver id, in fils. Reading the balance of a driver without an entry fails. */
  balances: Map<number, number>;
  /** The goods still with every driver. */
  goods: DriverGoods[];
};

/** A server with two available drivers and a signed-in admin, new each time so that no data remains. */
export async function handoverServer(): Promise<HandoverServer> {
  startOffline();
  const server: HandoverServer = Object.assign(installServerDouble(), {
    choices: CHOICES,
    balances: new Map([[OMAR.id, 14_500] as [number, number], [SARA.id, 0] as [number, number]]),
    goods: [],
  });
  const user = { id: newId(), email: 'admin@demo.mandoob.example' };
  const profile: Profile = {
    id: user.id,
    full_name: 'Amal Admin',
    role: 'Admin',
    shop_id: 1,
    shop: { id: 1, name: 'Corner Shop', time_zone: 'Asia/Dubai' },
    driver: null,
    must_change_password: false,
  };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  server.answers.set('POST /auth/v1/token?grant_type=password', () =>
    json({ access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at, user }),
  );
  server.answers.set('GET /api/profile', () => json(profile));
  server.answers.set('GET /api/handovers/drivers', () => json(server.choices));
  for (const type of ['start', 'end', 'drop'])
    server.answers.set(`GET /api/handovers/today?handover_type=${type}`, () => json({ handovers: [] }));
  for (const { id } of [OMAR, SARA]) {
    server.answers.set(`GET /api/handovers/goods?driver_id=${id}`, () => json({ goods: server.goods }));
    server.answers.set(`GET /api/handovers/balance?driver_id=${id}`, () => balance(server, id));
  }
  server.record = ({ body }) => handoverReply({ amount_fils: (body as { amount_fils: number }).amount_fils });
  queryClient.clear();
  await sessionStore.signIn(user.email, 'mandoob-demo');
  return server;
}

function balance(server: HandoverServer, id: number): Response {
  const cash_on_hand_fils = server.balances.get(id);
  if (cash_on_hand_fils === undefined) return new Response('', { status: 500 });
  return json({ cash_on_hand_fils, waiting_fils: 0 });
}

function Toasts({ children }: { children: ReactNode }) {
  useOutboxToasts();
  return children;
}

export async function showPage(screen: ReactNode) {
  // Keeps the whole page within the window, where the browser's pointer input can reach it.
  await page.viewport(768, 600);
  return await render(
    <>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <SignedIn>
            <Toasts>{screen}</Toasts>
          </SignedIn>
        </SessionProvider>
      </QueryClientProvider>
      <Toaster />
    </>,
  );
}

export const completeButton = () => page.getByRole('button', { name: 'Complete Handover' });
export const chosenDriver = () => page.getByLabelText('Driver', { exact: true });

export function toasts(): string[] {
  return [...document.querySelectorAll('[data-toast]')].map((toast) =>
    [...toast.querySelectorAll('[data-title], [data-description]')]
      .map((text) => text.textContent)
      .join(' / '),
  );
}

/** Dismisses all toasts, including those that appear meanwhile. */
export async function dismissToasts(): Promise<void> {
  await vi.waitFor(() => {
    for (const close of document.querySelectorAll<HTMLElement>('[aria-label^="Dismiss: "]')) close.click();
    if (toasts().length > 0) throw new Error('A toast is still shown');
  });
}

/**
 * A fault that loses the response to the first command sent to `path` and then requests a pause of one
 * minute. A request within that minute must come from a press of Send now.
 */
export function losesResponseThenPauses(path: string): ServerDouble['fault'] {
  let first = true;
  return (asked) => {
    if (asked.path !== path || asked.method !== 'POST') return undefined;
    if (!first) {
      const response = problem('unavailable');
      response.headers.set('retry-after', '60');
      return response;
    }
    first = false;
    return 'answer_lost';
  };
}

/** Presses Send now while no automatic retry is due, and lets the server respond again. */
export async function sendNow(server: ServerDouble): Promise<void> {
  const resting = () => deviceOutbox.entries().some((entry) => entry.next_attempt_at > Date.now() + 30_000);
  await vi.waitFor(() => expect(resting()).toBe(true));
  const button = page.getByRole('button', { name: 'Send now' });
  await expect.element(button).toBeVisible();
  // Pressed at once, before an automatic retry sends the command and the button disappears.
  server.fault = () => undefined;
  (button.element() as HTMLElement).click();
}

export async function signBoth(): Promise<void> {
  await signPad('Driver Signature');
  await signPad('Admin Signature');
}

export async function choose(full_name: string): Promise<void> {
  await userEvent.selectOptions(chosenDriver(), full_name);
}

/** Starts a server double for each test of a file, and passes it to `use`. */
export function handoverServerForEach(use: (server: HandoverServer) => void): void {
  let server: HandoverServer;
  beforeEach(async () => {
    quickDocuments();
    server = await handoverServer();
    use(server);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await dismissToasts();
    writeSession(null);
    server.restore();
  });
}
