import { expect, type Page } from '@playwright/test';
import { newId } from '../../../contract/rules/ids.ts';
import {
  amountField,
  completeButton,
  fillHandover,
  type HandoverKind,
  openHandover,
} from '../../../tests/support/e2e-handovers.ts';
import { answerProblem, changeAnswer, hold } from '../conditions.ts';
import { type Shot, shows } from '../shot.ts';

const DRIVER = 'Joseph Mathew';

async function fill(page: Page, kind: HandoverKind, amount: string): Promise<void> {
  await openHandover(page, kind);
  await fillHandover(page, DRIVER, amount);
}

async function complete(page: Page, kind: HandoverKind, amount: string): Promise<void> {
  await fill(page, kind, amount);
  await completeButton(page).click();
  await shows(page, 'Handover Complete');
}

function shotsOf(kind: HandoverKind, amount: string): Shot[] {
  return [
    { name: `${kind}-of-day`, as: 'admin', prepare: (page) => openHandover(page, kind) },
    {
      name: `${kind}-of-day-empty`,
      as: 'admin',
      full: true,
      prepare: async (page) => {
        await page.route('**/api/handovers/today*', changeAnswer({ handovers: [] }));
        await page.route('**/api/handovers/drivers', changeAnswer({ drivers: [] }));
        await openHandover(page, kind);
        await shows(page, 'No handovers today');
      },
    },
    {
      name: `${kind}-of-day-signed`,
      as: 'admin',
      full: true,
      prepare: (page) => fill(page, kind, amount),
    },
    {
      name: `${kind}-of-day-unmet`,
      as: 'admin',
      prepare: async (page) => {
        await openHandover(page, kind);
        await completeButton(page).click();
        await shows(page, 'Missing Information');
      },
    },
    {
      name: `${kind}-of-day-processing`,
      as: 'admin',
      prepare: async (page) => {
        await page.route(`**/api/handovers/${kind}`, hold);
        await fill(page, kind, amount);
        await completeButton(page).click();
        await shows(page, 'Processing...');
      },
    },
    {
      name: `${kind}-of-day-unknown`,
      as: 'admin',
      prepare: async (page) => {
        await page.route(`**/api/handovers/${kind}`, (route) => route.abort());
        await fill(page, kind, amount);
        await completeButton(page).click();
        await shows(page, /We don't know yet/);
      },
    },
    {
      name: `${kind}-of-day-failed`,
      as: 'admin',
      prepare: async (page) => {
        await page.route(`**/api/handovers/${kind}`, answerProblem('invalid_input'));
        await fill(page, kind, amount);
        await completeButton(page).click();
        await shows(page, 'Failed to complete handover');
      },
    },
    {
      name: `${kind}-of-day-done`,
      as: 'admin',
      full: true,
      prepare: (page) => complete(page, kind, amount),
    },
    {
      name: `${kind}-of-day-view`,
      as: 'admin',
      prepare: async (page) => {
        await complete(page, kind, amount);
        await page
          .getByRole('button', { name: /^View / })
          .first()
          .click();
        await expect(page.getByRole('dialog')).toContainText(DRIVER);
      },
    },
  ];
}

export const handovers: Shot[] = [
  ...shotsOf('start', '200'),
  {
    name: 'start-of-day-more-than-held',
    as: 'admin',
    prepare: async (page) => {
      await openHandover(page, 'start');
      await amountField(page).fill('90000');
      await shows(page, /more than your cash on hand/);
    },
  },
  ...shotsOf('end', '200'),
  {
    name: 'end-of-day-question',
    as: 'admin',
    prepare: async (page) => {
      await page.route('**/api/handovers/drivers', async (route) => {
        const answer = await (await route.fetch()).json();
        const driver = answer.drivers.find(({ full_name }: { full_name: string }) => full_name === DRIVER);
        const card_machines = [{ id: newId(), number: 'POS-07', holder_driver_id: driver.id }];
        await route.fulfill({ json: { ...answer, card_machines } });
      });
      await fill(page, 'end', '200');
      await completeButton(page).click();
      await shows(page, `POS-07 stays out with ${DRIVER}`);
    },
  },
  {
    name: 'end-of-day-without-balance',
    as: 'admin',
    prepare: async (page) => {
      await page.route('**/api/handovers/balance*', answerProblem('unexpected'));
      await openHandover(page, 'end');
      await page.getByLabel('Driver', { exact: true }).selectOption({ label: DRIVER });
      await shows(page, 'Balance could not be loaded');
    },
  },
];
