import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { navigate } from 'wouter/use-browser-location';
import type { Profile } from '../contract/operations/dashboard/profile/read-profile.schema.ts';
import { deliveryOrder, driverProfile } from '../tests/support/delivery-order.ts';
import {
  authError,
  type Fault,
  installServerDouble,
  json,
  problem,
  type ServerDouble,
} from '../tests/support/server-double.ts';
import { queryClient } from './api/query-client.ts';
import { loadDashboard } from './load-dashboard.ts';
import { AppRoutes } from './routes.tsx';
import { SCREENS } from './screen-table.ts';
import { authState, sessionStore, signOut, startSession } from './session/device-session.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { Toaster } from './ui/Toaster.tsx';
import { clearToasts, shownToasts } from './ui/toast.ts';

// Disables prefetching, the service worker and live updates.
vi.mock('./fetch-ahead.ts', () => ({ useAhead: () => null, useFetchAhead: () => {} }));

// Loaded here, so that no test waits for the development server to compile them.
await loadDashboard();
await Promise.all(SCREENS.map(({ chunk }) => chunk()));

const PASSWORD = 'POST /auth/v1/token?grant_type=password';
const PROFILE = 'GET /api/profile';
const STOPS = '/api/orders/stops';
const STATISTICS = '/api/profile/statistics';
const NO_DRIVER = 'No driver record found for this user. Please contact support.';
const NO_ACCESS = "You don't have access to this page";
const DESKTOP = [1280, 800] as const;
const PHONE = [360, 640] as const;

let server: ServerDouble;
let before: string;

beforeEach(async () => {
  before = location.href;
  server = installServerDouble();
  const { id } = driverProfile();
  const user = { id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = {
    access_token: 'a',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
  };
  server.answers.set(PASSWORD, () => json({ ...tokens, user }));
  server.answers.set('POST /auth/v1/logout?scope=global', () => json({}));
  profileIs({ id });
  server.answers.set(`GET ${STATISTICS}`, () =>
    json({
      cash_on_hand_fils: 0,
      waiting_fils: 0,
      cash_collected_fils: 0,
      deliveries_today: 0,
      pending_deliveries: 2,
    }),
  );
  server.answers.set('GET /api/profile/sessions', () => json({ sessions: [] }));
  server.answers.set('GET /api/devices', () => json({ devices: [] }));
  stopsAre('1001');
  queryClient.clear();
  clearToasts();
  await page.viewport(...DESKTOP);
});

afterEach(async () => {
  const stop = startSession();
  await signOut();
  stop();
  server.restore();
  history.pushState(null, '', before);
});

let profile: Profile;

function profileIs(changes: Partial<Profile>): void {
  profile = driverProfile({ ...profile, ...changes });
  server.answers.set(PROFILE, () => json(profile));
}

function stopsAre(...order_numbers: string[]): void {
  const stops = order_numbers.map((order_number) => deliveryOrder({ order_number }));
  server.answers.set(`GET ${STOPS}`, () => json({ arrangement_id: null, stops }));
}

/** Makes every further request to this path fail this way. */
function fail(path: string, fault: Fault): void {
  server.fault = (asked) => (asked.path === path ? fault : undefined);
}

function open(path: string) {
  history.pushState(null, '', path);
  return render(
    <>
      <SessionProvider>
        <AppRoutes />
      </SessionProvider>
      <Toaster />
    </>,
  );
}

/** Signs in before the app is rendered, as in main.tsx. */
async function signIn(): Promise<void> {
  const stop = startSession();
  await sessionStore.signIn('driver@demo.mandoob.example', 'mandoob-demo');
  stop();
}

/** Opens the app with an existing session of this role. */
async function openAs(role: string | null, path: string) {
  profileIs({ role, driver: role === 'Driver' ? { id: 7, status: 'available' } : null });
  await signIn();
  await vi.waitFor(() => expect(authState.snapshot().profile).toEqual(profile));
  return await open(path);
}

const shows = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const isAt = (path: string) => vi.waitFor(() => expect(location.pathname).toBe(path));
const welcome = () => shows(/^Welcome back, Omar Aziz$/);
const links = (name: 'Navigation' | 'Main pages') =>
  page.getByRole('navigation', { name }).getByRole('link').elements();
const textsOf = (found: Element[]) => found.map(({ textContent }) => textContent);
const current = (name: 'Navigation' | 'Main pages') =>
  textsOf(links(name).filter((link) => link.getAttribute('aria-current') === 'page'));
const toasts = () => shownToasts().map(({ title, description }) => [title, description]);
const toastsAre = (...expected: [string, string][]) => vi.waitFor(() => expect(toasts()).toEqual(expected));

test('the landing page leads to the sign-in form, which is disabled while it signs in', async () => {
  let respond = () => {};
  const accepted = server.answers.get(PASSWORD);
  server.answers.set(PASSWORD, async (asked) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return (await accepted?.(asked)) ?? authError(400, 'Invalid login credentials');
  });
  await open('/');
  await shows('Driver Management System');
  await page.getByRole('link', { name: 'Sign In to Dashboard' }).click();
  await shows('Sign in to access your driver dashboard');
  const email = page.getByPlaceholder('Enter your email');
  const password = page.getByPlaceholder('Enter your password');
  await expect.element(email).toHaveAttribute('type', 'email');
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  for (const field of [email, password]) await expect.element(field).toHaveAttribute('required', '');
  await email.fill('driver@demo.mandoob.example');
  await password.fill('mandoob-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const busy = page.getByRole('button', { name: 'Signing in...' });
  for (const control of [busy, email, password]) await expect.element(control).toBeDisabled();
  respond();
  await isAt('/dashboard/profile');
  await welcome();
});

test('while the profile loads, the sign-in form and the dashboard show a loading text', async () => {
  fail('/api/profile', 'hangs');
  await signIn();
  await open('/login');
  await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible();
  navigate('/dashboard');
  await shows('Loading dashboard...');
});

test.each([
  ['unexpected', 'An unexpected error occurred', 'Your profile could not be loaded'],
  ['lost', 'No connection', 'No connection'],
] as const)(
  'a failed read of the profile (%s) keeps the session and offers Retry',
  async (what, reason, title) => {
    fail('/api/profile', what === 'lost' ? 'lost' : problem(what));
    await signIn();
    await open('/dashboard/profile');
    await toastsAre(['Profile Error', `Failed to fetch user profile: ${reason}`]);
    await expect.element(page.getByRole('main').getByText(title, { exact: true })).toBeVisible();
    expect(location.pathname).not.toBe('/login');
    server.fault = () => undefined;
    await page.getByRole('button', { name: 'Retry' }).click();
    await welcome();
    await toastsAre();
  },
);

test('a user whose profile cannot be read can sign out', async () => {
  fail('/api/profile', problem('unexpected'));
  await signIn();
  await open('/dashboard/profile');
  await shows('Your profile could not be loaded');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await isAt('/login');
  expect(sessionStore.user_id()).toBeNull();
});

test.each(['/', '/login', '/dashboard'])(
  'a signed-in user who opens %s is redirected to the profile',
  async (path) => {
    await openAs('Driver', path);
    await isAt('/dashboard/profile');
    await expect.element(heading('Profile')).toBeVisible();
  },
);

const DRIVING = ['Profile', 'Next Order', 'Assigned Orders'];

test.each([
  ['Driver', DRIVING, ['Next Order', 'Assigned Orders', 'Profile']],
  [
    'Manager',
    [...DRIVING, 'Cash Handovers', 'Bank Deposits'],
    ['Next Order', 'Assigned Orders', 'Cash Handovers', 'Bank Deposits', 'Profile'],
  ],
  [
    'Admin',
    ['Start Of Day Handover', 'End Of Day Handover'],
    ['Start Of Day Handover', 'End Of Day Handover', 'Profile'],
  ],
])('the shell shows a %s their menu, bottom bar and name', async (role, menu, bar) => {
  await openAs(role, '/dashboard/profile');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Driver Dashboard' })).toBeVisible();
  await welcome();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  for (const text of ['Driver Management', 'Navigation', 'Omar Aziz', role]) {
    await expect.element(sidebar.getByText(text, { exact: true })).toBeVisible();
  }
  expect(textsOf(links('Navigation'))).toEqual(menu);
  expect(current('Navigation')).toEqual(menu.filter((title) => title === 'Profile'));
  expect(page.getByRole('navigation', { name: 'Main pages' }).query()).toBeNull();

  await page.viewport(...PHONE);
  await vi.waitFor(() => expect(textsOf(links('Main pages'))).toEqual(bar));
  expect(current('Main pages')).toEqual(['Profile']);
  await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link').first().click();
  await expect.element(heading(bar[0] ?? '')).toHaveFocus();
  expect(current('Main pages')).toEqual([bar[0]]);

  await page.viewport(...DESKTOP);
  await sidebar.getByRole('button', { name: 'Sign Out' }).click();
  await isAt('/login');
});

test('the current menu item is the one whose path matches exactly', async () => {
  await openAs('Driver', '/dashboard/profile');
  await welcome();
  await page.getByRole('navigation').getByRole('link', { name: 'Next Order' }).click();
  await expect.element(heading('Next Order')).toBeVisible();
  expect(current('Navigation')).toEqual(['Next Order']);
  navigate('/dashboard/password');
  await expect.element(heading('Change Password')).toBeVisible();
  expect(document.querySelector('[aria-current=page]')).toBeNull();
});

test.each([
  [
    'Driver',
    {
      'bank-deposits': 'Bank Deposits',
      'cash-handovers': 'Cash Handovers',
      'start-of-day-handover': 'Start Of Day Handover',
      'end-of-day-handover': 'End Of Day Handover',
    },
  ],
  ['Admin', { 'next-order': 'Next Order', 'assigned-orders': 'Assigned Orders', history: 'My history' }],
])('a %s has no access to the areas of other roles, shown inside the shell', async (role, areas) => {
  await openAs(role, '/dashboard/password');
  await expect.element(heading('Change Password')).toBeVisible();
  for (const [area, title] of Object.entries(areas)) {
    navigate(`/dashboard/${area}`);
    await expect.element(heading(title)).toBeVisible();
    await shows(NO_ACCESS);
    await welcome();
  }
  await page.getByRole('link', { name: 'Go to Profile' }).click();
  await expect.element(heading('Profile')).toBeVisible();
});

test.each(['Bank-Deposits', 'bank-deposits/', 'bank%2Ddeposits', '%62ank-deposits'])(
  'a forbidden area stays forbidden when its address is spelled %s',
  async (spelling) => {
    await openAs('Driver', `/dashboard/${spelling}`);
    await shows(NO_ACCESS);
    await expect.element(heading('Bank Deposits')).toBeVisible();
  },
);

test.each([
  ['Baker', 'Baker'],
  [null, 'No role'],
])('a user with the role %s sees the profile only', async (role, badge) => {
  await openAs(role, '/dashboard/profile');
  const personal = page.getByRole('region', { name: 'Personal Information' });
  await expect.element(personal).toHaveTextContent(`Role${badge}`);
  expect(page.getByRole('region', { name: 'Daily Statistics' }).query()).toBeNull();
  expect(textsOf(links('Navigation'))).toEqual(['Profile']);
  for (const [area, title] of [
    ['next-order', 'Next Order'],
    ['cash-handovers', 'Cash Handovers'],
    ['end-of-day-handover', 'End Of Day Handover'],
  ] as const) {
    navigate(`/dashboard/${area}`);
    await expect.element(heading(title)).toBeVisible();
    await shows(NO_ACCESS);
  }
});

const ASSIGNED = '/dashboard/assigned-orders';
const NEXT = '/dashboard/next-order';

test.each([
  [ASSIGNED, 'unexpected', 'Error', 'Failed to load assigned orders', 'Your orders could not be loaded'],
  [ASSIGNED, 'lost', 'Error', 'Failed to load assigned orders', 'Your orders could not be loaded'],
  [
    NEXT,
    'unexpected',
    'Order Fetch Error',
    'Failed to fetch next order: An unexpected error occurred',
    'Your next order could not be loaded',
  ],
  [
    NEXT,
    'lost',
    'Order Fetch Error',
    'Failed to fetch next order: No connection',
    'Your next order could not be loaded',
  ],
] as const)('%s with a failed read (%s) shows a toast and Retry, and never an empty list', async (...row) => {
  const [path, what, title, description, failed] = row;
  fail(STOPS, what === 'lost' ? 'lost' : problem(what));
  await openAs('Driver', path);
  await toastsAre([title, description]);
  await shows(failed);
  expect(page.getByText(/^No Orders/).query()).toBeNull();
  server.fault = () => undefined;
  await page.getByRole('button', { name: 'Retry' }).click();
  await shows(/^#1001( ·)?$/);
  await toastsAre();
});

test.each([
  [ASSIGNED, 'Driver not found', NO_DRIVER, 'No Orders Assigned'],
  [NEXT, 'Driver Error', `Failed to get driver information: ${NO_DRIVER}`, 'No Orders Available'],
] as const)(
  '%s without a driver record shows a toast and no orders',
  async (path, title, description, empty) => {
    fail(STOPS, problem('driver_not_found'));
    await openAs('Manager', path);
    await toastsAre([title, description]);
    await shows(empty);
  },
);

const AS_OF = /^As of \d\d:\d\d$/;
const OFFLINE = /^No connection\. Figures as of \d\d:\d\d\.$/;

test.each([
  ['/dashboard/profile', STATISTICS, 'Pending Deliveries'],
  [ASSIGNED, STOPS, '#1001 ·'],
  [NEXT, STOPS, 'Confirm Delivery'],
] as const)('%s shows the figures of the last visit and their time, then the new figures', async (...row) => {
  const [path, read, shown] = row;
  const first = await openAs('Driver', path);
  await shows(shown);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(page.getByText(AS_OF).query()).toBeNull();
  await first.unmount();
  queryClient.clear();

  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const answers = server.answers.get(`GET ${read}`);
  server.answers.set(`GET ${read}`, async (asked) => {
    await held;
    return (await answers?.(asked)) ?? problem('not_found');
  });
  const second = await open(path);
  await shows(shown);
  await shows(AS_OF);
  respond();
  await expect.element(page.getByText(AS_OF)).not.toBeInTheDocument();
  await shows(shown);
  await second.unmount();
  queryClient.clear();

  server.fault = () => 'lost';
  await open(path);
  await shows(shown);
  await shows(OFFLINE);
  expect(toasts()).toEqual([]);
});

test('a card that was never loaded mentions the connection unless the status line does', async () => {
  const without_devices = 'Your devices could not be loaded';
  fail('/api/profile/sessions', 'lost');
  const online = await openAs('Driver', '/dashboard/profile');
  await shows(without_devices);
  await shows('No connection');
  await online.unmount();
  queryClient.clear();

  server.fault = () => 'lost';
  await open('/dashboard/profile');
  await shows(without_devices);
  await shows(OFFLINE);
  expect(page.getByText('No connection').elements()).toHaveLength(1);
});

test('on a narrow screen a chosen item, Escape and the shortcut close the menu panel', async () => {
  await page.viewport(767, 800);
  await openAs('Driver', '/dashboard/profile');
  await welcome();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await panel.getByRole('link', { name: 'Next Order' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(heading('Next Order')).toHaveFocus();
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});
