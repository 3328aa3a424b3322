import axe from 'axe-core';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { DESK_ENDPOINTS } from '../contract/operations/desk.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { CASH_RECORD_KINDS } from '../contract/rules/cash-records.ts';
import { newId } from '../contract/rules/ids.ts';
import { REPORT_NAMES } from '../contract/rules/reports/reports.ts';
import { emptiestResponse } from '../tests/support/emptiest-response.ts';
import { showPage } from '../tests/support/handover-page.tsx';
import { writeSession } from '../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../tests/support/manager-page.ts';
import { json, problem, type ReceivedRequest, type ServerDouble } from '../tests/support/server-double.ts';
import { registerEndpoints } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { DESK_PLACES } from './desk-table.ts';
import { SCREENS, type Screen } from './screen-table.ts';
import { AreaGuard } from './shell/AreaGuard.tsx';
import { clearToasts } from './ui/toast.ts';

registerEndpoints(DESK_ENDPOINTS);

/** Placeholders that are not IDs: only these values cause a read. */
const NAMED: Record<string, string> = { kind: CASH_RECORD_KINDS[0], report: REPORT_NAMES[0] ?? '' };

/** Screens without reads: they take input, or show what is stored on the device. */
const READ_NOTHING = ['/dashboard/password', '/dashboard/waiting', '/desk/import'];

type Opened = Pick<Screen, 'title' | 'access' | 'chunk'> & { path: string };

/** Every screen of the dashboard and every place of the desk, at each of its addresses. */
const OPENED: Opened[] = [
  ...SCREENS,
  ...DESK_PLACES.flatMap((place) => [place.path, ...(place.also ?? [])].map((path) => ({ ...place, path }))),
];

const READS = Object.entries(ENDPOINTS).filter(([, { method }]) => method === 'get');

let server: ManagerServer;

beforeEach(async () => {
  server = await managerServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

/**
 * Makes every read of the open screen return this response, except the profile, which belongs to the shell.
 */
function respond(response: (name: EndpointName) => ReturnType<ServerDouble['fault']>): void {
  server.fault = (asked) => {
    const name = readOf(asked);
    return name === null || name === 'read_profile' ? undefined : response(name);
  };
}

function readOf({ method, path }: ReceivedRequest): EndpointName | null {
  const [address] = path.split('?');
  const found = method === 'GET' && READS.find(([, read]) => read.path === address);
  return found ? (found[0] as EndpointName) : null;
}

const respondEmpty = () => respond((name) => json(emptiestResponse(name)));

/** Opens a screen as the first of its roles, and returns whether it reads anything at once. */
async function open({ path, title, access, chunk }: Opened): Promise<boolean> {
  const role = access === 'signed_in' ? 'Driver' : (access[0] ?? null);
  server.manager = { ...server.manager, role, driver: { id: 7, status: 'available' } };
  const Chunk = await chunk();
  const { hook, searchHook } = memoryLocation({
    path: path.replace(/:(\w+)/g, (_, name: string) => NAMED[name] ?? newId()),
  });
  await showPage(
    <Router hook={hook} searchHook={searchHook}>
      <AreaGuard area={{ title, access }}>
        <main>
          <Chunk />
        </main>
      </AreaGuard>
    </Router>,
  );
  await expect.element(main.getByRole('heading', { level: 2 }).first()).toHaveTextContent(/./);
  // After the effects have run, all reads are known.
  flushSync(() => {});
  return queryClient.getQueryCache().findAll({ type: 'active' }).length > 0;
}

const main = page.getByRole('main');
const loading = () =>
  main
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .elements();
const failures = () => main.getByText(/could not be loaded/).elements();
const retries = () => main.getByRole('button', { name: 'Retry' }).elements() as HTMLElement[];

describe.each(OPENED)('$path', (opened) => {
  it('shows its heading and its loading state', async () => {
    respond(() => 'hangs');
    const reads = await open(opened);
    expect(reads).toBe(!READ_NOTHING.includes(opened.path));
    await vi.waitFor(() => expect(loading().length > 0).toBe(reads));
  });

  it('reports a failed read, and repeats it on Retry', async () => {
    respond(() => problem('unavailable'));
    const reads = await open(opened);
    await vi.waitFor(() => expect([failures().length > 0, queryClient.isFetching()]).toEqual([reads, 0]));
    expect(retries().length).toBe(failures().length);
    respondEmpty();
    for (const retry of retries()) retry.click();
    await vi.waitFor(() => expect(failures()).toEqual([]));
  });

  it('shows the emptiest data without accessibility violations', async () => {
    respondEmpty();
    await open(opened);
    await vi.waitFor(() => expect([queryClient.isFetching(), ...loading(), ...failures()]).toEqual([0]));
    // The label of a payment may contain the word "undefined".
    expect(main.element().textContent).not.toMatch(/NaN|Invalid Date|\[object|(?<!an )undefined/);
    const { violations } = await axe.run(main.element(), { resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});
