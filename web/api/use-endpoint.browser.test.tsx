import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Statistics } from '../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { signedIn } from '../../tests/support/device-tabs.ts';
import { installServerDouble, json, problem, type ServerDouble } from '../../tests/support/server-double.ts';
import { createBrowserEnvironment } from '../environment/browser-environment.ts';
import type { Environment } from '../environment/environment.ts';
import { createStoredReads } from '../offline/stored-reads.ts';
import { provideReadStore } from './read-store.ts';
import { useEndpoint } from './use-endpoint.ts';

const figures: Statistics = {
  cash_on_hand_fils: 14_500,
  waiting_fils: 0,
  cash_collected_fils: 0,
  deliveries_today: 3,
  pending_deliveries: 2,
  ceiling_fils: null,
};
let server: ServerDouble;
let device: ReturnType<typeof signedIn>;
let environment: Environment;
let reads: ReturnType<typeof createStoredReads>;

beforeEach(() => {
  server = installServerDouble();
  device = signedIn(newId());
  environment = createBrowserEnvironment(`reads-${newId()}`);
  reads = createStoredReads(environment, device.identity);
  provideReadStore(reads);
});

afterEach(async () => {
  server.restore();
  await environment.store.close();
});

function Figures() {
  const read = useEndpoint('read_statistics');
  const text = !read.data && !read.error ? 'loading' : `${read.data?.deliveries_today ?? 'none'} deliveries`;
  const from = read.from_device ? ' from the device' : '';
  const error = read.error ? `, ${read.error.message}` : '';
  return (
    <button type="button" aria-busy={read.isFetching} onClick={() => void read.refetch()}>
      {`${text}${from}${error}; as of ${read.as_of?.toISOString() ?? 'never'}`}
    </button>
  );
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  return render(
    <QueryClientProvider client={client}>
      <Figures />
    </QueryClientProvider>,
  );
}

function respondWith(deliveries_today: number) {
  server.answers.set('GET /api/profile/statistics', () => json({ ...figures, deliveries_today }));
}

test("shows the server's figures and stores them on the device", async () => {
  respondWith(3);
  const page = await show();
  await expect.element(page.getByText(/^3 deliveries; as of 20/)).toBeVisible();
  const user_id = device.identity.user_id() ?? '';
  const stored = await reads.read(user_id, '["read_statistics",null]');
  expect(stored).toMatchObject({ answer: { deliveries_today: 3 } });
});

test('without a network, shows the stored figures and their time', async () => {
  const as_of = Date.parse('2026-11-20T08:00:00Z');
  await reads.write(device.identity.user_id() ?? '', '["read_statistics",null]', { answer: figures, as_of });
  server.fault = () => 'lost';
  const page = await show();
  const text = '3 deliveries from the device, No connection; as of 2026-11-20T08:00:00.000Z';
  await expect.element(page.getByText(text)).toBeVisible();
});

test('a refresh that fails keeps the old figures', async () => {
  respondWith(3);
  const page = await show();
  await expect.element(page.getByText(/^3 deliveries; as of 20/)).toBeVisible();
  server.answers.set('GET /api/profile/statistics', () => problem('unavailable'));
  await page.getByRole('button').click();
  await expect.element(page.getByText(/^3 deliveries, The service is busy.*; as of 20/)).toBeVisible();
  respondWith(4);
  await page.getByRole('button').click();
  await expect.element(page.getByText(/^4 deliveries; as of 20/)).toBeVisible();
});

test('a failed read shows its error until an attempt succeeds, also during the next attempt', async () => {
  server.answers.set('GET /api/profile/statistics', () => problem('unavailable'));
  const page = await show();
  const button = page.getByRole('button');
  const failed = /^none deliveries, The service is busy/;
  await expect.element(button).toHaveTextContent(failed);
  let give = (_: Response) => {};
  server.answers.set('GET /api/profile/statistics', () => new Promise((resolve) => (give = resolve)));
  await button.click();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await expect.element(button).toHaveTextContent(failed);
  await vi.waitFor(() => expect(server.count('GET', '/api/profile/statistics')).toBe(2));
  give(json(figures));
  await expect.element(button).toHaveTextContent(/^3 deliveries; as of 20/);
});

test("another user never sees the previous user's figures", async () => {
  const as_of = Date.now();
  await reads.write(device.identity.user_id() ?? '', '["read_statistics",null]', { answer: figures, as_of });
  server.fault = () => 'lost';
  device.become(newId());
  const page = await show();
  await expect.element(page.getByText('none deliveries, No connection; as of never')).toBeVisible();
});

test('signing out deletes stored reads, and a later response is not stored', async () => {
  const user_id = device.identity.user_id() ?? '';
  const stored = { answer: figures, as_of: Date.now() };
  await reads.write(user_id, 'one', stored);
  device.become(null);
  await reads.keepOnly(null);
  await expect(reads.read(user_id, 'one')).resolves.toBeNull();
  await reads.write(user_id, 'late', stored);
  await expect(reads.read(user_id, 'late')).resolves.toBeNull();
});
