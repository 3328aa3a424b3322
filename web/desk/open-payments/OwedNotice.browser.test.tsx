import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { NewestOwed } from '../../../contract/operations/desk/payments/read-newest-owed.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { clearToasts } from '../../ui/toast.ts';
import { OwedNotice } from './OwedNotice.tsx';

registerEndpoints(DESK_ENDPOINTS);

let server: ManagerServer;
let newest: NewestOwed['newest'];
let answered: number;

beforeEach(async () => {
  server = await managerServer();
  answered = 0;
  server.answers.set('GET /api/desk/payments/newest', () => {
    answered += 1;
    return json({ newest });
  });
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

it('a delivery that leaves something owed is announced at once, and earlier ones are not', async () => {
  const one = { order_id: newId(), order_number: '1001', driver_name: 'Bilal Khan', owed_fils: 500 };
  newest = { ...one, since: '2026-11-20T08:00:00.000Z' };
  const { hook, searchHook } = memoryLocation({ path: '/desk' });
  await showPage(
    <Router hook={hook} searchHook={searchHook}>
      <OwedNotice />
    </Router>,
  );
  await expect.poll(() => answered).toBe(1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  newest = { ...one, order_number: '1002', since: '2026-11-20T09:00:00.000Z' };
  await queryClient.invalidateQueries();
  await expect.poll(() => answered).toBe(2);
  await expect.poll(() => toasts().length).toBe(1);
  await expect.element(page.getByText('AED 5.00 is owed. Delivered by Bilal Khan.')).toBeVisible();
});
