import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { RecordSettlement } from '../../../contract/operations/dashboard/cash/record-settlement.schema.ts';
import type { DecideDifference } from '../../../contract/operations/desk/differences/decide-difference.schema.ts';
import type {
  Difference,
  Differences as Read,
  UndecidedDifference,
} from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem, type ReceivedRequest } from '../../../tests/support/server-double.ts';
import { signPad } from '../../../tests/support/sign-pad.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { Differences } from './Differences.tsx';

registerEndpoints(DESK_ENDPOINTS);

const BILAL = {
  user_id: newId(),
  full_name: 'Bilal Khan',
  disabled: false,
  admin_name: 'Amal Admin',
  since: '2026-11-20T16:00:00.000Z',
};

function difference(changes: Partial<Difference> = {}): Difference {
  return {
    ...BILAL,
    id: newId(),
    handover_id: newId(),
    handover_reference: 'EOD-20261120-7-1795190400000',
    account: 'shortage',
    amount_fils: 2_000,
    open_fils: 2_000,
    settlements: [],
    proposed: null,
    requested_fils: null,
    is_own: false,
    ...changes,
  };
}

function undecided(changes: Partial<UndecidedDifference> = {}): UndecidedDifference {
  return {
    ...BILAL,
    full_name: 'Sara Said',
    handover_id: newId(),
    handover_reference: 'EOD-20261121-8-1795276800000',
    account: 'shortage',
    signed_fils: 3_000,
    bookable_fils: 1_000,
    blockers: [],
    is_own: false,
    ...changes,
  };
}

let server: ManagerServer;
let lists: Read;

beforeEach(async () => {
  server = await managerServer();
  lists = { undecided: [], open: [], settled: [] };
  server.answers.set('GET /api/desk/differences', () => json(lists));
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

function Place() {
  useDeskKeys();
  return <Differences />;
}

async function open(row?: { handover_id: string; full_name: string }) {
  const path = row ? `/desk/differences/${row.handover_id}` : '/desk/differences';
  const { hook, searchHook } = memoryLocation({ path });
  await showPage(
    <Router hook={hook} searchHook={searchHook}>
      <ScreenTitle value="Short and over">
        <main id="content" className="flex flex-col gap-4 p-4">
          <Place />
        </main>
      </ScreenTitle>
    </Router>,
  );
  await page.viewport(1280, 800);
  if (row) await expect.element(details(row.full_name)).toBeVisible();
}

const details = (name: string) => page.getByRole('complementary', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const bodies = <Body,>(path: string) => server.sent<Body>(path).map(({ body }) => body);

describe('the list of differences', () => {
  it('shows undecided, open and settled ones, with disabled people and settlements so far', async () => {
    const receipt = {
      bucket: 'cash-handovers',
      path: 'ST/2026-11/ST-1795190400000.pdf',
      sha256: '33'.repeat(32),
    };
    const settled = { by: 'Omar Farouk', reason: null, recorded_at: '2026-11-21T08:00:00.000Z' };
    const row = difference({
      disabled: true,
      open_fils: 1_200,
      settlements: [
        {
          ...settled,
          id: newId(),
          kind: 'payment',
          amount_fils: 500,
          reference: 'ST-1795190400000',
          receipt: receipt as Difference['settlements'][number]['receipt'],
          order_number: null,
        },
        {
          ...settled,
          id: newId(),
          kind: 'loss',
          amount_fils: 300,
          reason: 'Torn notes',
          reference: null,
          receipt: null,
          order_number: null,
        },
      ],
    });
    const late = {
      ...settled,
      id: newId(),
      kind: 'late_delivery',
      amount_fils: 2_000,
      order_number: '3090',
    } as const;
    const over = difference({
      full_name: 'Layla Hassan',
      account: 'over',
      open_fils: 0,
      settlements: [{ ...late, reference: null, receipt: null }],
    });
    lists = { undecided: [undecided({ blockers: ['unsent', 'waiting'] })], open: [row], settled: [over] };
    await open(row);
    const rowOf = (table: string, name: RegExp) =>
      page.getByRole('table', { name: table }).getByRole('row', { name });
    await expect.element(rowOf('Undecided', /^Sara Said/)).toHaveTextContent('Unsent work, Cash not posted');
    await expect.element(rowOf('Open', /^Bilal Khan\s*Disabled/)).toHaveTextContent('AED 12.00');
    await expect.element(rowOf('Settled', /^Layla Hassan/)).toHaveTextContent('Late delivery');
    const panel = details('Bilal Khan');
    await expect.element(panel.getByRole('button', { name: /^ST-1795190400000/ })).toBeVisible();
    await expect.element(panel).toHaveTextContent('Written offAED 3.00');
    await expect
      .element(panel.getByRole('link', { name: row.handover_reference }))
      .toHaveAttribute('href', `/desk/cash/records/handover/${row.handover_id}`);
    const { violations } = await axe.run(document.body, {
      resultTypes: ['violations'],
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('shows that no one is short or over', async () => {
    await open();
    await expect.element(page.getByText('No one is short or over')).toBeVisible();
  });
});

describe('an undecided difference', () => {
  it('cannot be booked while work is missing, but can be left with the driver for a reason', async () => {
    const row = undecided({ blockers: ['unsent', 'missing'] });
    lists = { ...lists, undecided: [row] };
    await open(row);
    const panel = details('Sara Said');
    await expect.element(panel).toHaveTextContent("Work on this person's device is not sent yet.");
    await expect.element(panel).toHaveTextContent("Work of this person's device has not arrived.");
    await userEvent.keyboard('b');
    expect(page.getByRole('dialog').query()).toBeNull();
    await userEvent.keyboard('l');
    const question = dialog('Leave the difference with the driver?');
    await question.getByRole('textbox', { name: 'Reason' }).fill('Counted wrongly');
    await question.getByRole('button', { name: 'Leave with the driver' }).click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Left with the driver / Sara Said']));
    expect(bodies<DecideDifference>('/api/desk/differences/decide')).toEqual([
      { handover_id: row.handover_id, choice: 'kept', bookable_fils: 1_000, reason: 'Counted wrongly' },
    ]);
  });

  it('an amount that has changed meanwhile is booked only once the user has confirmed it', async () => {
    const row = undecided();
    lists = { ...lists, undecided: [row] };
    await open(row);
    const left_fils = 400;
    server.fault = ({ path, body }) =>
      path === '/api/desk/differences/decide' && (body as DecideDifference).bookable_fils !== left_fils
        ? problem('balance_changed', { current_fils: left_fils })
        : undefined;
    await userEvent.keyboard('b');
    const question = dialog('Book this difference?');
    await expect.element(question).toHaveTextContent('Shortage of Sara SaidAED 10.00');
    await question.getByRole('button', { name: 'Book', exact: true }).click();
    await expect.element(question.getByText('The amount has changed')).toBeVisible();
    await expect.element(question).toHaveTextContent('Shortage of Sara SaidAED 4.00');
    await question.getByRole('button', { name: 'Book', exact: true }).click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Booked / Sara Said · Short AED 4.00']));
    expect(bodies<DecideDifference>('/api/desk/differences/decide').at(-1)).toEqual({
      handover_id: row.handover_id,
      choice: 'short_or_over',
      bookable_fils: 400,
      reason: null,
    });
  });
});

describe('a shortage', () => {
  it('is paid in part, signed by both, and what is left is shown with the receipt', async () => {
    const row = difference();
    lists = { ...lists, open: [row] };
    server.record = ({ body }: ReceivedRequest) => {
      const { amount_fils, reference } = body as RecordSettlement;
      const open_fils = row.open_fils - amount_fils;
      lists = { ...lists, open: [{ ...row, open_fils }] };
      const { id: difference_id, account, user_id, full_name } = row;
      const own = { own_total_fils: 30_000 + amount_fils, completed_at: new Date().toISOString() };
      return {
        id: newId(),
        reference,
        difference_id,
        account,
        user_id,
        full_name,
        amount_fils,
        open_fils,
        ...own,
      };
    };
    await open(row);
    await userEvent.keyboard('p');
    const form = dialog('Record a payment');
    const amount = form.getByLabelText('Amount (AED)');
    await amount.fill('25');
    await form.getByRole('button', { name: 'Record payment' }).click();
    await expect.element(form.getByText('Enter at most AED 20.00')).toBeVisible();
    await amount.fill('5');
    await expect.element(form).toHaveTextContent('AED 20.00 is open, AED 15.00 afterwards.');
    await signPad("Payer's signature");
    await signPad('Your signature');
    clearToasts();
    await form.getByRole('button', { name: 'Record payment' }).click();
    await vi.waitFor(() =>
      expect(toasts()).toEqual([
        expect.stringMatching(
          /^Settlement Recorded \/ AED 5.00 of Bilal Khan, ST-\d{13}. Left to settle: AED 15.00$/,
        ),
      ]),
    );
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(details('Bilal Khan')).toHaveTextContent('OpenAED 15.00');
    expect(bodies<RecordSettlement>('/api/settlements')).toMatchObject([
      {
        difference_id: row.id,
        amount_fils: 500,
        person_signature: { signer: 'Bilal Khan' },
        staff_signature: { signer: 'Omar Farouk' },
      },
    ]);
    expect([...server.files.keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(1);
  });

  it('a settlement by another user clears the signatures and shows what is still open', async () => {
    const row = difference();
    lists = { ...lists, open: [row] };
    server.fault = ({ path }) =>
      path === '/api/settlements' ? problem('more_than_open', { current_fils: 700 }) : undefined;
    await open(row);
    await userEvent.keyboard('p');
    const form = dialog('Record a payment');
    await form.getByRole('button', { name: 'All, AED 20.00' }).click();
    await signPad("Payer's signature");
    await signPad('Your signature');
    await form.getByRole('button', { name: 'Record payment' }).click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Amount Too High / Amount cannot exceed AED 7.00']));
    await expect.element(form).toHaveTextContent('AED 7.00 is open.');
    await expect
      .element(form.getByRole('img', { name: /^Your signature/ }))
      .not.toHaveAccessibleName('Your signature, signed');
  });

  it('shows a payment whose outcome is unknown, also after its dialog is closed', async () => {
    const row = difference();
    lists = { ...lists, open: [row] };
    server.fault = ({ path }) => (path === '/api/settlements' ? 'answer_lost' : undefined);
    server.record = () => ({});
    await open(row);
    await userEvent.keyboard('p');
    const form = dialog('Record a payment');
    await form.getByLabelText('Amount (AED)').fill('5');
    await signPad("Payer's signature");
    await signPad('Your signature');
    await form.getByRole('button', { name: 'Record payment' }).click();
    const unknown = "We don't know yet whether this was recorded";
    await expect.element(form.getByText(unknown)).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(details('Bilal Khan').getByText(unknown)).toBeVisible();
    await expect.element(details('Bilal Khan')).toHaveTextContent(/AED 5.00, ST-\d{13}/);
  });

  it('is proposed for the salary list, and the proposal is withdrawn', async () => {
    const row = difference();
    lists = { ...lists, open: [row] };
    await open(row);
    await userEvent.keyboard('s');
    const form = dialog('Propose for the salary list');
    await expect.element(form).toHaveTextContent('Nothing is deducted here');
    await form.getByLabelText('Amount (AED)').fill('10');
    await form.getByRole('textbox', { name: 'Reason' }).fill('Agreed with Bilal');
    const proposed = {
      amount_fils: 1_000,
      by: 'Omar Farouk',
      reason: 'Agreed',
      at: '2026-11-21T08:00:00.000Z',
    };
    lists = { ...lists, open: [{ ...row, proposed }] };
    await form.getByRole('button', { name: 'Propose' }).click();
    await vi.waitFor(() =>
      expect(toasts()).toEqual(['Proposed for the salary list / Bilal Khan · AED 10.00']),
    );
    clearToasts();
    await details('Bilal Khan')
      .getByRole('button', { name: /^Withdraw the proposal/ })
      .click();
    await vi.waitFor(() => expect(toasts()).toEqual(['Proposal withdrawn / Bilal Khan']));
    expect(bodies('/api/desk/differences/salary')).toEqual([
      { difference_id: row.id, amount_fils: 1_000, reason: 'Agreed with Bilal' },
      { difference_id: row.id, amount_fils: 0, reason: null },
    ]);
  });

  it('deducted from the salary, or lost, needs an approval; the proposed amount is filled in', async () => {
    const proposed = { amount_fils: 1_000, by: 'Omar Farouk', reason: null, at: '2026-11-21T08:00:00.000Z' };
    const row = difference({ proposed });
    lists = { ...lists, open: [row] };
    await open(row);
    for (const [key, title] of [
      ['d', 'Deducted from salary'],
      ['w', 'Write off'],
    ] as const) {
      await userEvent.keyboard(key);
      const form = dialog(title);
      const amount = form.getByLabelText('Amount (AED)');
      await expect.element(amount).toHaveValue(key === 'd' ? '10.00' : '');
      if (key === 'w') await amount.fill('3');
      await form.getByRole('textbox', { name: 'Reason' }).fill('November');
      await form.getByRole('button', { name: 'Request approval' }).click();
      await expect.element(form).not.toBeInTheDocument();
    }
    const of = { difference_id: row.id, reason: 'November' };
    expect(bodies('/api/desk/approvals/write-offs')).toEqual([
      { ...of, amount_fils: 1_000, ground: 'salary' },
      { ...of, amount_fils: 300, ground: 'loss' },
    ]);
  });

  it('users cannot settle their own account', async () => {
    const row = difference({ is_own: true, full_name: 'Omar Farouk' });
    lists = { ...lists, open: [row] };
    await open(row);
    await expect
      .element(details('Omar Farouk'))
      .toHaveTextContent('This is your own account. Another Manager or Admin settles it.');
    await userEvent.keyboard('pw');
    expect(page.getByRole('dialog').query()).toBeNull();
  });
});

it('an over is paid back, and is not deducted from a salary', async () => {
  const row = difference({ account: 'over' });
  lists = { ...lists, open: [row] };
  await open(row);
  const panel = details('Bilal Khan');
  expect(panel.getByRole('button', { name: /salary/ }).query()).toBeNull();
  await userEvent.keyboard('p');
  await expect
    .element(dialog('Pay back an over'))
    .toHaveTextContent('You give this back to Bilal Khan. It leaves your cash on hand.');
});
