import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { VoidRecord } from '../../../contract/operations/dashboard/cash/void-record.schema.ts';
import type {
  CashRecord,
  CashSignature,
} from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { quickDocuments } from '../../../tests/support/quick-documents.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { signPad } from '../../../tests/support/sign-pad.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { cashRecordPath } from '../shell/desk-places.ts';
import { CashRecordPlace } from './CashRecordPlace.tsx';

registerEndpoints(DESK_ENDPOINTS);

const PATH = '/api/voids';
const ID = newId();
const DAWOOD_ID = newId();

let server: ManagerServer;
/** The signed-in user, unless a test changes it. */
let amal_id = '';
let record: CashRecord;
let before = '';

const file = (name: string) =>
  ({ bucket: 'cash-handovers', path: `SOD/${name}`, sha256: 'ab'.repeat(32) }) as const;
const signature = (as: CashSignature['as'], user_id: string, full_name: string): CashSignature => ({
  ...{ as, user_id, full_name, signer: full_name, typed: false, picture: file(`${as}.png`) },
});

/** A start of day that Amal and Dawood signed. */
function start(changes: Partial<CashRecord> = {}): CashRecord {
  return {
    ...{ kind: 'handover', type: 'start', id: ID, reference: 'SOD-20261120-7-1795145400123' },
    ...{ amount_fils: 30_000, waiting: false, difference_fils: null, goods: [], deposit_date: null },
    from: { holder: 'staff', user_id: amal_id, full_name: 'Amal Admin' },
    to: { holder: 'staff', user_id: DAWOOD_ID, full_name: 'Dawood Driver' },
    card_machine: { number: 'CM-12', given: true, received: false },
    ...{ notes: null, occurred_at: '2026-11-20T03:30:00.000Z', recorded_at: '2026-11-20T03:30:01.000Z' },
    recorded_by: 'Amal Admin',
    signatures: [signature('driver', DAWOOD_ID, 'Dawood Driver'), signature('admin', amal_id, 'Amal Admin')],
    ...{ receipt: file('SOD.pdf'), difference_choice: null, difference_outcome: null },
    ...{ voided: null, void_requested: false, slip: null },
    ...changes,
  };
}

beforeEach(async () => {
  quickDocuments();
  before = location.href;
  server = await managerServer();
  server.manager = { ...server.manager, full_name: 'Amal Admin', role: 'Admin' };
  amal_id = server.manager.id;
  record = start();
  server.fault = ({ path }) => {
    if (path.startsWith('/api/desk/cash-record')) return json(record);
    if (path.startsWith('/api/desk/cash-sources'))
      return json({ amount_fils: 0, sources: [], next_fils: null });
    return undefined;
  };
  server.record = ({ body }) => {
    const { reference, other } = body as VoidRecord;
    const approval_id = other === null ? newId() : null;
    return { id: newId(), reference, approval_id, completed_at: new Date().toISOString() };
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
  clearToasts();
  history.pushState(null, '', before);
});

async function show(): Promise<void> {
  history.pushState(null, '', cashRecordPath(record.kind, ID));
  await showPage(
    <ScreenTitle value="Cash record">
      <CashRecordPlace />
    </ScreenTitle>,
  );
  await page.viewport(1280, 900);
}

const open = () => page.getByRole('button', { name: /^Void/ }).click();
const dialog = () => page.getByRole('dialog', { name: 'Void this record' });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });
const reason = () => dialog().getByLabelText('Reason');
const OTHER = 'The other signer signs here';
const sent = () => server.sent<VoidRecord>(PATH).map(({ body }) => body);
const firstToast = (text: RegExp) => vi.waitFor(() => expect(toasts()[0]).toMatch(text));

test('both signers void a record; the dialog states what happens', async () => {
  await show();
  await open();
  for (const words of [
    'AED 300.00 goes back from Dawood Driver to Amal Admin.',
    'Card machine CM-12 goes back to where it was before.',
    'The receipt and the signatures stay stored. A second document with VOID and both references is added.',
  ])
    await expect.element(dialog().getByText(words)).toBeVisible();
  await button('Void record').click();
  await expect.element(dialog().getByText('Enter a reason.').first()).toBeVisible();
  await userEvent.fill(reason(), ' Wrong\ndriver ');
  await signPad('Your Signature');
  await button('Void record').click();
  await expect.element(dialog().getByText(OTHER).last()).toBeVisible();
  expect(sent()).toEqual([]);
  await signPad(OTHER);
  await button('Void record').click();
  await firstToast(/^Record Void \/ The cash is where it was before, VD-\d+/);
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent()).toMatchObject([
    {
      ...{ record_type: 'handover', record_id: ID, reason: 'Wrong driver' },
      own_signature: { signer: 'Amal Admin' },
      other: { user_id: DAWOOD_ID, signature: { signer: 'Dawood Driver' } },
    },
  ]);
});

test('a signer alone requests the approval, with one signature', async () => {
  await show();
  await open();
  await userEvent.fill(reason(), 'Wrong driver');
  await dialog().getByLabelText('They are not here: request approval').click();
  await expect.element(dialog().getByRole('img', { name: new RegExp(OTHER) })).not.toBeInTheDocument();
  await signPad('Your Signature');
  await button('Request approval').click();
  await firstToast(/^Approval Requested/);
  expect(sent()).toMatchObject([{ other: null }]);
});

test('a reader who has not signed chooses the signer next to them', async () => {
  amal_id = newId();
  record = start();
  server.manager = { ...server.manager, full_name: 'Omar Farouk', role: 'Manager' };
  await show();
  await open();
  await userEvent.fill(reason(), 'Wrong driver');
  await signPad('Your Signature');
  await button('Void record').click();
  await expect.element(dialog().getByText('Choose the signer who signs next to you').first()).toBeVisible();
  await dialog().getByLabelText('Signer', { exact: true }).selectOptions('Dawood Driver (Driver)');
  // Another signer is other content to be signed.
  await signPad('Your Signature');
  await signPad(OTHER);
  await button('Void record').click();
  await firstToast(/^Record Void/);
  expect(sent()).toMatchObject([{ own_signature: { signer: 'Omar Farouk' }, other: { user_id: DAWOOD_ID } }]);
});

test.each([
  ['its manager requests the approval', true, 'Request approval'],
  ['another user voids it with its manager', false, 'Void record'],
])('a deposit has one signer: %s', async (_, is_signer, action) => {
  if (!is_signer) amal_id = newId();
  record = start({
    ...{ kind: 'deposit', type: 'deposit', to: { holder: 'bank', user_id: null, full_name: null } },
    ...{ card_machine: null, signatures: [signature('manager', amal_id, 'Amal Admin')] },
  });
  await show();
  await open();
  await expect.element(dialog().getByText('AED 300.00 goes back from Bank to Amal Admin.')).toBeVisible();
  await userEvent.fill(reason(), 'Twice');
  await signPad('Your Signature');
  if (!is_signer) await signPad(OTHER);
  await button(action).click();
  await firstToast(/^(Record Void|Approval Requested)/);
  expect(sent()).toMatchObject([{ record_type: 'deposit', other: is_signer ? null : { user_id: amal_id } }]);
});

test('a refusal names the later record and keeps the input', async () => {
  const respond = server.fault;
  server.fault = (asked) =>
    asked.path === PATH
      ? problem('void_blocked', { blocked: { because: 'later_end_of_day', reference: 'EOD-20261120-7-1' } })
      : respond(asked);
  await show();
  await open();
  await userEvent.fill(reason(), 'Wrong driver');
  await signPad('Your Signature');
  await signPad(OTHER);
  await button('Void record').click();
  const words = 'One of the signers has a later end of day: EOD-20261120-7-1.';
  await firstToast(new RegExp(`^Void Failed / ${words}`));
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(words);
  await expect.element(reason()).toHaveValue('Wrong driver');
  server.fault = respond;
  await button('Void record').click();
  await firstToast(/^Record Void/);
});

test('a void record shows both references and opens both documents', async () => {
  record = start({
    voided: {
      ...{ reference: 'VD-1795174612555', reason: 'Wrong driver', by: ['Amal Admin', 'Dawood Driver'] },
      ...{ recorded_at: '2026-11-20T11:36:52.000Z', document: file('VD.pdf') },
    },
  });
  await show();
  const banner = page.getByRole('region', { name: 'Void' });
  await expect.element(banner).toHaveTextContent(/SOD-20261120-7-1795145400123.*VD-1795174612555/);
  await expect.element(banner).toHaveTextContent(/Nov 20, 2026 15:36ByAmal AdminDawood Driver/);
  await expect.element(banner.getByRole('button', { name: /^Void document/ })).toBeVisible();
  await expect.element(banner.getByRole('button', { name: /^Receipt of the record/ })).toBeVisible();
  expect(page.getByRole('button', { name: /^Void v?$/ }).elements()).toEqual([]);
});

test('a requested void links to the approvals and cannot be requested again', async () => {
  record = start({ void_requested: true });
  await show();
  await expect.element(page.getByText('Void requested')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open approvals' }))
    .toHaveAttribute('href', '/desk/approvals');
  expect(page.getByRole('button', { name: /^Void/ }).elements()).toEqual([]);
});

test.each([
  ['kept', 'kept', -500, 'The driver keeps the difference.'],
  ['short_or_over', 'undecided', -500, 'Both signed it as short. It is not decided yet.'],
  ['short_or_over', 'booked', -500, "Both signed it as short. It is booked as the driver's shortage."],
  ['short_or_over', 'booked', 500, "Both signed it as over. It is booked as the driver's over."],
  ['short_or_over', 'kept', 500, 'Both signed it as over. It was decided later, and nothing was booked.'],
] as const)(
  'the signed choice %s with the outcome %s is shown for %i fils',
  async (choice, outcome, fils, words) => {
    record = start({
      ...{ type: 'end', difference_fils: fils, difference_choice: choice, difference_outcome: outcome },
    });
    await show();
    await expect.element(page.getByText(words)).toBeVisible();
  },
);

test('cash handed in during the day has its own name', async () => {
  record = start({ type: 'drop', card_machine: null });
  await show();
  await expect.element(page.getByRole('heading', { name: 'Cash during the day' })).toBeVisible();
});
