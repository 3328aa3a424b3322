import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { DecideApproval } from '../../../contract/operations/desk/approvals/decide-approval.schema.ts';
import type { Approvals as Read } from '../../../contract/operations/desk/approvals/list-approvals.schema.ts';
import type { RequestAdjustment } from '../../../contract/operations/desk/approvals/request-adjustment.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { Approval } from '../../../contract/schemas/approvals.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { Approvals } from './Approvals.tsx';

registerEndpoints(DESK_ENDPOINTS);

const BILAL = { user_id: newId(), full_name: 'Bilal Khan' };
const HOUR_MS = 3_600_000;

function request(changes: Partial<Approval> = {}): Approval {
  return {
    id: newId(),
    kind: 'adjustment',
    ground: null,
    ...BILAL,
    amount_fils: -1_000,
    reason: 'Counted again',
    reference: null,
    order: null,
    record: null,
    expense: null,
    requested_by: { user_id: newId(), full_name: 'Amal Admin' },
    requested_at: '2026-11-20T08:00:00.000Z',
    expires_at: new Date(Date.now() + 5 * HOUR_MS).toISOString(),
    changes: [{ account: 'cash', ...BILAL, before_fils: 10_000, after_fils: 9_000 }],
    decision: null,
    may_approve: true,
    is_own: false,
    ...changes,
  };
}

const OWN = request({
  kind: 'write_off',
  ground: 'loss',
  reference: 'EOD-20261120-7-1795190400000',
  record: { kind: 'handover', id: newId() },
  reason: 'Torn notes',
  changes: [{ account: 'shortage', ...BILAL, before_fils: 2_000, after_fils: 0 }],
  may_approve: false,
  is_own: true,
});
const REFUSED = request({
  kind: 'void',
  changes: [],
  may_approve: false,
  decision: {
    outcome: 'refused',
    by: { user_id: null, full_name: 'operator' },
    reason: 'The cash was handed over',
    decided_at: '2026-11-19T09:00:00.000Z',
  },
});

let server: ManagerServer;
let lists: Read;

beforeEach(async () => {
  server = await managerServer();
  const people = [
    { ...BILAL, held_fils: 10_000 },
    { user_id: newId(), full_name: 'Left Long Ago', held_fils: 500 },
  ];
  lists = { pending: [request(), OWN], decided: [REFUSED], people };
  server.answers.set('GET /api/desk/approvals', () => json(lists));
  server.record = () => ({ approval_id: newId(), expires_at: new Date().toISOString() });
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

function Place() {
  useDeskKeys();
  return <Approvals />;
}

async function open(path = '/desk/approvals') {
  const address = memoryLocation({ path, record: true });
  await showPage(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <ScreenTitle value="Approvals">
        <main id="content" className="flex flex-col gap-4 p-4">
          <Place />
        </main>
      </ScreenTitle>
    </Router>,
  );
  await page.viewport(1280, 800);
  return address;
}

const details = (name: string) => page.getByRole('complementary', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

describe('the list of approvals', () => {
  it('shows pending requests with their changes and expiry, and decided ones below', async () => {
    await open();
    const pending = page.getByRole('table', { name: 'Pending' });
    await expect
      .element(pending.getByRole('row', { name: /^Adjustment/ }))
      .toHaveTextContent('Cash of Bilal Khan: AED 100.00 → to AED 90.00Amal Admin');
    await expect.element(pending.getByRole('row', { name: /^Adjustment/ })).toHaveTextContent('in 5 h');
    await expect
      .element(page.getByRole('table', { name: 'Decided' }).getByRole('row', { name: /^Void/ }))
      .toHaveTextContent('operator');
    const { violations } = await axe.run(document.body, {
      resultTypes: ['violations'],
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('names the order of a request to deliver without payment, and that nothing is booked', async () => {
    const order = { id: newId(), order_number: '1001' };
    const unpaid = request({ kind: 'unpaid', amount_fils: 14_500, changes: [], order });
    lists = { ...lists, pending: [unpaid] };
    await open(`/desk/approvals/${unpaid.id}`);
    await expect
      .element(page.getByRole('table', { name: 'Pending' }).getByRole('row', { name: /^Delivery without/ }))
      .toHaveTextContent('Order #1001 · Bilal Khan: AED 145.00');
    const open_request = details('Delivery without payment');
    await expect.element(open_request).not.toHaveTextContent('Changes on approval');
    await expect
      .element(open_request.getByRole('link', { name: 'Order #1001' }))
      .toHaveAttribute('href', `/desk/orders/${order.id}`);
    await open_request.getByRole('button', { name: 'Approve' }).click();
    const asking = dialog('Approve this request?');
    await expect.element(asking).toHaveTextContent('The customer owes AED 145.00 after the delivery.');
    await expect.element(asking).not.toHaveTextContent('The cash is booked at once.');
  });

  it('names the order and the amount of a waiver, which changes no account', async () => {
    const order = { id: newId(), order_number: '1001' };
    const waiver = request({ kind: 'waiver', amount_fils: 500, changes: [], order });
    lists = { ...lists, pending: [waiver] };
    await open(`/desk/approvals/${waiver.id}`);
    await expect.element(details('Waiver')).toHaveTextContent('AmountAED 5.00');
    await expect.element(details('Waiver')).not.toHaveTextContent('It changes no balance.');
    await details('Waiver').getByRole('button', { name: 'Approve' }).click();
    const asking = dialog('Approve this request?');
    await expect.element(asking).toHaveTextContent('The customer of order #1001 no longer owes AED 5.00.');
    await expect.element(asking).not.toHaveTextContent('It changes no balance.');
  });

  it('opens one request after another by keys, and shows why a request was refused', async () => {
    const address = await open();
    await expect.element(page.getByRole('table', { name: 'Pending' })).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(details('Adjustment')).toBeVisible();
    await userEvent.keyboard('jj');
    await expect.element(details('Void')).toHaveTextContent('The cash was handed over');
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(address.history.at(-1)).toBe('/desk/approvals'));
  });

  it('shows that no request exists yet', async () => {
    lists = { ...lists, pending: [], decided: [] };
    await open();
    await expect.element(page.getByText('There are no requests yet')).toBeVisible();
  });
});

describe('a pending request', () => {
  it('a request of another user is approved once the change was confirmed', async () => {
    const [{ id = '' } = {}] = lists.pending;
    await open(`/desk/approvals/${id}`);
    await expect.element(details('Adjustment')).toBeVisible();
    await userEvent.keyboard('a');
    const question = dialog('Approve this request?');
    await expect.element(question).toHaveTextContent('Cash of Bilal KhanAED 100.00 → to AED 90.00');
    expect(server.sent('/api/desk/approvals/decide')).toEqual([]);
    await question.getByRole('button', { name: 'Approve' }).click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Approved / Adjustment · Bilal Khan']));
    expect(server.sent<DecideApproval>('/api/desk/approvals/decide').map(({ body }) => body)).toEqual([
      { approval_id: id, outcome: 'approved', reason: null },
    ]);
  });

  it('a request of another user is refused with a reason', async () => {
    const [{ id = '' } = {}] = lists.pending;
    await open(`/desk/approvals/${id}`);
    await expect.element(details('Adjustment')).toBeVisible();
    await userEvent.keyboard('r');
    const question = dialog('Refuse this request?');
    await question.getByRole('button', { name: 'Refuse' }).click();
    await expect.element(question.getByText('Enter a reason.').first()).toBeVisible();
    await question.getByRole('textbox', { name: 'Reason' }).fill('Count it again tomorrow');
    await question.getByRole('button', { name: 'Refuse' }).click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Refused / Adjustment · Bilal Khan']));
    expect(server.sent<DecideApproval>('/api/desk/approvals/decide')[0]?.body).toEqual({
      approval_id: id,
      outcome: 'refused',
      reason: 'Count it again tomorrow',
    });
  });

  it('a user cannot approve their own request, which links to its record, but can withdraw it', async () => {
    await open(`/desk/approvals/${OWN.id}`);
    const panel = details('Write-off');
    await expect
      .element(panel)
      .toHaveTextContent('Another Manager or Admin approves this. In a shop with one, the operator does.');
    await expect
      .element(panel.getByRole('button', { name: /^Approve/ }))
      .toHaveAttribute('aria-disabled', 'true');
    expect(panel.getByRole('button', { name: /^Refuse/ }).query()).toBeNull();
    await userEvent.keyboard('a');
    expect(page.getByRole('dialog').query()).toBeNull();
    await expect
      .element(panel.getByRole('link', { name: 'EOD-20261120-7-1795190400000' }))
      .toHaveAttribute('href', `/desk/cash/records/handover/${OWN.record?.id}`);
    await userEvent.keyboard('w');
    await dialog('Withdraw this request?').getByRole('button', { name: 'Withdraw' }).click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Withdrawn / Write-off · Bilal Khan']));
  });

  it('a change that is no longer possible shows why', async () => {
    const [{ id = '' } = {}] = lists.pending;
    server.fault = ({ path }) =>
      path === '/api/desk/approvals/decide' ? problem('more_than_open', { current_fils: 500 }) : undefined;
    await open(`/desk/approvals/${id}`);
    await expect.element(details('Adjustment')).toBeVisible();
    await userEvent.keyboard('a');
    await dialog('Approve this request?').getByRole('button', { name: 'Approve' }).click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Not decided / Only AED 5.00 is still open.']));
  });

  it('a decision of another user closes the open question and is shown', async () => {
    const [first] = lists.pending;
    if (!first) throw new Error('There is no request');
    await open(`/desk/approvals/${first.id}`);
    await expect.element(details('Adjustment')).toBeVisible();
    server.answers.set('POST /api/desk/approvals/decide', () => {
      const decision = {
        outcome: 'approved' as const,
        by: { user_id: newId(), full_name: 'Mona Manager' },
        reason: null,
        decided_at: new Date().toISOString(),
      };
      lists = { ...lists, pending: [OWN], decided: [{ ...first, decision, may_approve: false }, REFUSED] };
      return problem('approval_decided');
    });
    await userEvent.keyboard('a');
    await dialog('Approve this request?').getByRole('button', { name: 'Approve' }).click();
    await expect.element(details('Adjustment')).toHaveTextContent(/Approved.*Mona Manager/);
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(toasts()).toEqual(['Not decided / Another user has already decided about this request']);
  });
});

describe('an expense', () => {
  it('shows its kind, time and note, opens its slip, and warns about a kind that the shop does not allow', async () => {
    const slip = {
      bucket: 'cash-handovers',
      path: 'EX/2026-11/EX-1795174612555.jpg',
      sha256: 'a'.repeat(64),
    } as const;
    const expense = request({
      kind: 'expense',
      reason: 'Mall of the Emirates',
      reference: 'EX-1795174612555',
      expense: {
        kind: 'parking',
        is_allowed: false,
        slip,
        occurred_at: '2026-11-20T07:30:00.000Z',
        order: null,
      },
    });
    lists = { ...lists, pending: [expense] };
    await open(`/desk/approvals/${expense.id}`);
    const panel = details('Expense');
    await expect.element(panel).toHaveTextContent('KindParkingThe shop does not allow drivers this kind.');
    await expect.element(panel).toHaveTextContent('NoteMall of the Emirates');
    server.answers.set('POST /storage/v1/object/sign', () =>
      json({ signed_url: '/healthz', expires_in: 60 }),
    );
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await panel.getByRole('button', { name: 'Open slip' }).click();
    expect(opened).toHaveBeenCalledOnce();
    opened.mockRestore();
    const { violations } = await axe.run(panel.element(), { resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('is recorded at the desk too, in a form that is loaded when it is opened', async () => {
    await open();
    await expect.element(page.getByRole('table', { name: 'Pending' })).toBeVisible();
    await userEvent.keyboard('e');
    await expect.element(dialog('Record an expense')).toBeVisible();
  });
});

describe('an adjustment', () => {
  it('is requested for a person with less cash than recorded, after an unusual amount was confirmed', async () => {
    await open();
    await expect.element(page.getByRole('table', { name: 'Pending' })).toBeVisible();
    await userEvent.keyboard('n');
    const form = dialog('Adjust cash');
    const send = form.getByRole('button', { name: 'Request approval' });
    await send.click();
    await expect.element(form.getByText('Choose the person').last()).toBeVisible();
    await form.getByLabelText('Person').selectOptions('Bilal Khan, AED 100.00');
    await form.getByLabelText('Less than recorded').click();
    const amount = form.getByLabelText('Difference (AED)');
    await amount.fill('10');
    await expect.element(form).toHaveTextContent('Cash on hand now AED 100.00, afterwards AED 90.00');
    await amount.fill('250');
    await form.getByRole('textbox', { name: 'Reason' }).fill('Counted again');
    await send.click();
    await expect
      .element(form)
      .toHaveTextContent('This is AED 150.00 more than the cash on hand of Bilal Khan.');
    expect(server.sent('/api/desk/approvals/adjustments')).toEqual([]);
    await form.getByLabelText('I have checked this amount').click();
    clearToasts();
    await send.click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Approval Requested / Bilal Khan · -AED 250.00']));
    expect(server.sent<RequestAdjustment>('/api/desk/approvals/adjustments').map(({ body }) => body)).toEqual(
      [{ user_id: BILAL.user_id, amount_fils: -25_000, reason: 'Counted again' }],
    );
    expect(page.getByRole('dialog').query()).toBeNull();
  });
});
