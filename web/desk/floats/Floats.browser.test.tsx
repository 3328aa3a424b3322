import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RecordFloat } from '../../../contract/operations/dashboard/cash/record-float.schema.ts';
import type { Float, Floats as Listed } from '../../../contract/operations/desk/cash/list-floats.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { dismissToasts, showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { quickDocuments } from '../../../tests/support/quick-documents.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { signPad } from '../../../tests/support/sign-pad.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { Floats } from './Floats.tsx';

registerEndpoints(DESK_ENDPOINTS);

const RECORD = '/api/floats';
const REQUEST = '/api/floats/requests';
const AMAL = { user_id: newId(), full_name: 'Amal Admin', held_fils: 12_000 };

let server: ManagerServer;
let listed: Listed;

function float(changes: Partial<Float> = {}): Float {
  return {
    ...{ id: newId(), reference: 'FL-1', direction: 'issue', amount_fils: 30_000, admin_name: 'Amal Admin' },
    ...{ manager_name: 'Omar Farouk', completed_at: '2026-11-20T08:00:00.000Z', voided: false },
    receipt: { bucket: 'cash-handovers', path: 'FL/2026-11/FL-1.pdf', sha256: 'ab'.repeat(32) },
    ...changes,
  };
}

beforeEach(async () => {
  quickDocuments();
  server = await managerServer();
  listed = {
    ...{ floats: [float()], next_before: null, admins: [AMAL], managers: [] },
    ...{ float_limit_fils: 50_000, usual_fils: null },
  };
  server.answers.set('GET /api/floats', () => json(listed));
  server.record = ({ path, body }) => {
    const { reference, direction, amount_fils } = body as RecordFloat;
    if (path === REQUEST) return { approval_id: newId(), expires_at: '2026-11-21T08:00:00.000Z' };
    const admin = { admin_id: AMAL.user_id, admin_name: AMAL.full_name, admin_total_fils: 1 };
    const completed_at = new Date().toISOString();
    return { id: newId(), reference, direction, amount_fils, ...admin, completed_at };
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
  clearToasts();
});

async function show(): Promise<void> {
  await showPage(
    <ScreenTitle value="Floats">
      <Floats />
    </ScreenTitle>,
  );
  await page.viewport(1280, 900);
}

const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const amount = () => page.getByLabelText('Amount (AED)');
const sent = (path: string) => server.sent<RecordFloat>(path).map(({ body }) => body.amount_fils);

async function fill(typed: string): Promise<void> {
  await page.getByRole('button', { name: /^Record a float/ }).click();
  await userEvent.fill(amount(), typed);
  await signPad('Admin Signature');
  await signPad('Manager Signature');
}

test('a voided float is marked in its row', async () => {
  listed = { ...listed, floats: [float({ reference: 'FL-2', voided: true }), float()] };
  await show();
  const rows = page.getByRole('table', { name: 'Floats' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Safe to adminVoid');
  await expect.element(rows.nth(2)).not.toHaveTextContent('Void');
});

test('a float within the limit, or back into the safe, needs no approval', async () => {
  listed = { ...listed, admins: [{ ...AMAL, held_fils: 90_000 }] };
  await show();
  await fill('500');
  await expect.element(button('Record Float')).toBeVisible();
  await page.getByLabelText('Admin to safe').click();
  await userEvent.fill(amount(), '900');
  await expect.element(button('Record Float')).toBeVisible();
  await expect.element(page.getByText('This float needs an approval')).not.toBeInTheDocument();
});

test('a float above the limit is requested with the same form and signatures', async () => {
  await show();
  await fill('500.01');
  await expect.element(page.getByText('This float needs an approval')).toBeVisible();
  await expect.element(page.getByText(/^It is above the limit of AED 500.00/)).toBeVisible();
  await button('Request approval').click();
  await vi.waitFor(() =>
    expect(toasts()).toEqual([
      'Approval Requested / The float is recorded once another Manager or Admin approves it.',
    ]),
  );
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect([sent(RECORD), sent(REQUEST)]).toEqual([[], [50_001]]);
});

test('a limit that was changed meanwhile leads to the other button, with the signatures kept', async () => {
  await show();
  await fill('400');
  server.fault = ({ path, method }) =>
    path === RECORD && method === 'POST' ? problem('approval_needed') : undefined;
  await button('Record Float').click();
  await vi.waitFor(() => expect(toasts()[0]).toMatch(/^Approval Needed/));
  await expect.element(page.getByText(/^The limit was changed meanwhile/)).toBeVisible();
  await dismissToasts();

  server.fault = ({ path }) => (path === REQUEST ? problem('approval_not_needed') : undefined);
  await button('Request approval').click();
  await vi.waitFor(() => expect(toasts()[0]).toMatch(/^Approval Not Needed/));
  await dismissToasts();

  server.fault = () => undefined;
  await button('Record Float').click();
  await vi.waitFor(() => expect(toasts()[0]).toMatch(/^Float Recorded/));
  expect([sent(RECORD), sent(REQUEST)]).toEqual([[40_000, 40_000], [40_000]]);
  await expect.element(page.getByText('This float is not recorded')).not.toBeInTheDocument();
  await expect.element(page.getByText('This float was not recorded')).not.toBeInTheDocument();
});
