import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { OwnSession } from '../../../contract/operations/dashboard/profile/list-sessions.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Statistics } from '../../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { driverProfile } from '../../../tests/support/delivery-order.ts';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { MISSING_PHONE } from '../../../tests/support/sample-devices.ts';
import {
  installServerDouble,
  json,
  problem,
  type ServerDouble,
} from '../../../tests/support/server-double.ts';
import { queryClient } from '../../api/query-client.ts';
import { startOffline } from '../../commands/this-device.ts';
import { TimeZone } from '../../components/open-screen.ts';
import { sessionStore } from '../../session/device-session.ts';
import { SessionProvider } from '../../session/session-provider.tsx';
import { clearToasts, shownToasts } from '../../ui/toast.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

const STATISTICS = 'GET /api/profile/statistics';
const INITIALISE = 'POST /api/cash/initialise';
const UNREADABLE: Statistics = {
  cash_on_hand_fils: null,
  waiting_fils: 0,
  cash_collected_fils: 0,
  deliveries_today: 0,
  pending_deliveries: 1,
  ceiling_fils: null,
};

let server: ServerDouble;
let log: MockInstance<typeof console.error>;

beforeEach(() => {
  startOffline();
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server = installServerDouble();
  queryClient.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  clearToasts();
  writeSession(null);
  server.restore();
});

async function signIn(changes: Partial<Profile> = {}): Promise<void> {
  const profile = driverProfile(changes);
  const user = { id: profile.id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer' };
  const session = { ...tokens, expires_in: 3600, expires_at, user };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json(session));
  server.answers.set('GET /api/profile', () => json(profile));
  server.answers.set(STATISTICS, () => json(UNREADABLE));
  await sessionStore.signIn(user.email, 'mandoob-demo');
}

function open() {
  return render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <TimeZone value="Asia/Dubai">
          <ProfileScreen />
        </TimeZone>
      </SessionProvider>
    </QueryClientProvider>,
  );
}

const cash = () => page.getByRole('region', { name: 'Cash Management' });
const refresh = () => queryClient.refetchQueries();
function initialisesTo(new_total_fils: number): void {
  server.answers.set(INITIALISE, () => json({ success: true, error: null, new_total_fils }));
}

test('without a profile it shows that none was found', async () => {
  await open();
  await expect.element(page.getByText('Profile not found')).toBeVisible();
});

test('an unreadable balance is logged once per response and shows no toast', async () => {
  const logged = () => log.mock.calls.filter(([words]) => words === 'The cash balance could not be read');
  await signIn();
  initialisesTo(14_500);
  await open();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 145.00');
  expect(logged()).toHaveLength(1);
  await refresh();
  await vi.waitFor(() => expect(logged()).toHaveLength(2));
  expect(shownToasts()).toEqual([]);

  server.answers.set(STATISTICS, () => json({ ...UNREADABLE, cash_on_hand_fils: 14_500 }));
  await refresh();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 145.00');
  expect(logged()).toHaveLength(2);
});

test('a balance that stays unreadable is initialised at every refresh, and no older value is shown', async () => {
  await signIn();
  server.answers.set(INITIALISE, () => problem('unexpected'));
  await open();
  await vi.waitFor(() => expect(server.count('POST', '/api/cash/initialise')).toBe(1));
  await expect.element(cash()).toHaveTextContent('Your balance could not be read.');

  initialisesTo(0);
  await refresh();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 0.00');
  initialisesTo(14_500);
  await refresh();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 145.00');

  server.answers.set(INITIALISE, () => problem('unexpected'));
  await refresh();
  await expect.element(cash()).toHaveTextContent('Your balance could not be read.');
});

test('a stored response from an earlier visit does not initialise the balance', async () => {
  await signIn();
  initialisesTo(0);
  const first = await open();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 0.00');
  await first.unmount();
  queryClient.clear();
  const before = server.count('POST', '/api/cash/initialise');
  server.fault = ({ path }) => (path === '/api/profile/statistics' ? 'lost' : undefined);
  await open();
  await expect.element(page.getByText(/Newer figures could not be loaded/)).toBeVisible();
  expect(server.count('POST', '/api/cash/initialise')).toBe(before);

  server.fault = () => undefined;
  await refresh();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 0.00');
});

test('cash that is pending counts as on hand and as collected, and is shown separately', async () => {
  await signIn();
  const waiting = { cash_on_hand_fils: 5_000, waiting_fils: 19_550, cash_collected_fils: 19_550 };
  server.answers.set(STATISTICS, () => json({ ...UNREADABLE, ...waiting }));
  await open();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 245.50AED 195.50 waiting to be posted');
  await expect.element(cash()).toHaveTextContent(/Collected Today\s*AED 195\.50/);
});

test('figures that cannot be read show an error, never zero, and are read again on Retry', async () => {
  await signIn();
  server.answers.set(STATISTICS, () => problem('unexpected'));
  await open();
  await expect.element(page.getByText('Your figures could not be loaded')).toBeVisible();
  expect(shownToasts()).toMatchObject([{ title: 'Error', description: 'Failed to load profile data' }]);
  expect(page.getByText('AED 0.00').query()).toBeNull();
  server.answers.set(STATISTICS, () => json({ ...UNREADABLE, cash_on_hand_fils: 0 }));
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect.element(cash()).toHaveTextContent('Cash on HandAED 0.00');
  expect(shownToasts()).toEqual([]);
});

test('a refresh that keeps failing shows one toast and keeps the figures; after a success, the next failure shows one again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const works = () => json({ ...UNREADABLE, cash_on_hand_fils: 0 });
    const fails = () => problem('unexpected');
    let asked = 0;
    const next = async (respond: () => Response) => {
      server.answers.set(STATISTICS, respond);
      vi.advanceTimersByTime(30_000);
      asked += 1;
      await vi.waitFor(() => expect(server.count('GET', '/api/profile/statistics')).toBe(asked));
      await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    };
    await signIn();
    server.answers.set(STATISTICS, works);
    asked += 1;
    await open();
    await expect.element(cash()).toHaveTextContent('Cash on HandAED 0.00');
    await next(fails);
    await vi.waitFor(() =>
      expect(shownToasts()).toMatchObject([{ title: 'Error', description: 'Failed to load profile data' }]),
    );
    clearToasts();
    for (let times = 0; times < 3; times += 1) await next(fails);
    expect(shownToasts()).toEqual([]);
    await expect.element(cash()).toHaveTextContent('Cash on HandAED 0.00');
    await next(works);
    await expect.element(page.getByText(/Newer figures/)).not.toBeInTheDocument();
    await next(fails);
    await vi.waitFor(() => expect(shownToasts()).toHaveLength(1));
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['Driver', -5_025, '-AED 50.25Short by AED 50.25'],
  ['Admin', -20_000, '-AED 200.00AED 200.00 drawn from the safe, not booked'],
])('a negative balance of a %s is explained next to it', async (role, cash_on_hand_fils, text) => {
  await signIn({ role });
  server.answers.set(STATISTICS, () => json({ ...UNREADABLE, cash_on_hand_fils }));
  await open();
  await expect.element(cash()).toHaveTextContent(text);
});

const SESSIONS = 'GET /api/profile/sessions';
const HERE: OwnSession = {
  id: newId(),
  device: 'Chrome on Android',
  current: true,
  last_used_at: '2026-11-20T10:05:00.000Z',
};
const THERE: OwnSession = { ...HERE, id: newId(), device: 'Safari on iPad', current: false };
const devices = () => page.getByRole('region', { name: 'Signed-in Devices' });
const signOutThere = () => devices().getByRole('button', { name: 'Sign out there' });

function sessionsAre(...sessions: OwnSession[]): void {
  server.answers.set(SESSIONS, () => json({ sessions }));
}

test('the profile lists the user’s devices, and every other one can be signed out', async () => {
  await signIn();
  sessionsAre(HERE, THERE);
  await open();
  await expect
    .element(devices())
    .toHaveTextContent('Chrome on Android · This deviceLast used Nov 20, 2026 14:05');
  expect(devices().getByRole('button').elements()).toHaveLength(1);

  server.answers.set(`POST /api/profile/sessions/${THERE.id}/end`, () => {
    sessionsAre(HERE);
    return json({ ended: true });
  });
  await signOutThere().click();
  await expect.element(page.getByText('Safari on iPad')).not.toBeInTheDocument();
  await expect.element(devices()).toHaveTextContent('Chrome on Android');
});

test('a device that could not be signed out stays listed and can be retried', async () => {
  await signIn();
  sessionsAre(HERE, { ...THERE, device: null });
  server.answers.set(`POST /api/profile/sessions/${THERE.id}/end`, () => problem('unavailable'));
  await open();
  await signOutThere().click();
  await vi.waitFor(() =>
    expect(shownToasts().map(({ description }) => description)).toEqual([
      'The device could not be signed out: The service is busy. Please try again in a moment.',
    ]),
  );
  await expect.element(devices()).toHaveTextContent('Unknown device');
  await expect.element(signOutThere()).not.toHaveAttribute('aria-busy');
});

test('devices that cannot be read show an error and are read again on Retry', async () => {
  await signIn();
  server.answers.set(SESSIONS, () => problem('unavailable'));
  await open();
  await expect.element(devices()).toHaveTextContent('Your devices could not be loaded');
  sessionsAre(HERE);
  await devices().getByRole('button', { name: 'Retry' }).click();
  await expect.element(devices()).toHaveTextContent('This device');
});

test('a driver sees what has not arrived from the driver’s own device, and nothing of others', async () => {
  await signIn();
  const own = { user_id: sessionStore.user_id() ?? '', full_name: 'Omar Said' };
  server.answers.set('GET /api/profile/sessions', () => json({ sessions: [HERE] }));
  server.answers.set('GET /api/devices', () =>
    json({
      devices: [
        { ...MISSING_PHONE, last_user: own },
        { ...MISSING_PHONE, id: newId(), not_arrived: [] },
      ],
    }),
  );
  await open();
  await expect
    .element(page.getByText(/: 3 not arrived, #418-#420, last seen Nov 20, 2026 14:02/))
    .toBeVisible();
  await expect.element(page.getByText(/Open the app on that device while it is online/)).toBeVisible();
  expect(page.getByText(/not arrived/).elements()).toHaveLength(1);
});
