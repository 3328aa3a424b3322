import { expect, type Page, type Route } from '@playwright/test';
import type { HandoverDrivers } from '../../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import {
  amountField,
  completeButton,
  fillHandover,
  type HandoverKind,
  openHandover,
} from '../../../tests/support/e2e-handovers.ts';
import { answerProblem, changeResponse, hold } from '../conditions.ts';
import { type Shot, shot, shows } from '../shot.ts';

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
  const sent = (state: string, onCommand: (route: Route) => Promise<void>, text: string | RegExp) =>
    shot(`${kind}-of-day-${state}`, 'admin', async (page) => {
      await page.route(`**/api/handovers/${kind}`, onCommand);
      await fill(page, kind, amount);
      await completeButton(page).click();
      await shows(page, text);
    });
  return [
    shot(`${kind}-of-day`, 'admin', (page) => openHandover(page, kind)),
    shot(`${kind}-of-day-empty`, { as: 'admin', full: true }, async (page) => {
      await page.route('**/api/handovers/today*', changeResponse({ handovers: [] }));
      await page.route('**/api/handovers/drivers', changeResponse({ drivers: [] }));
      await openHandover(page, kind);
      await shows(page, 'No handovers today');
    }),
    shot(`${kind}-of-day-signed`, { as: 'admin', full: true }, (page) => fill(page, kind, amount)),
    shot(`${kind}-of-day-unmet`, 'admin', async (page) => {
      await openHandover(page, kind);
      await completeButton(page).click();
      await shows(page, 'Missing Information');
    }),
    sent('processing', hold, 'Processing...'),
    sent('unknown', (route) => route.abort(), /We don't know yet/),
    sent('failed', answerProblem('invalid_input'), 'Failed to complete handover'),
    shot(`${kind}-of-day-done`, { as: 'admin', full: true }, (page) => complete(page, kind, amount)),
    shot(`${kind}-of-day-view`, 'admin', async (page) => {
      await complete(page, kind, amount);
      await page
        .getByRole('button', { name: /^View / })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toContainText(DRIVER);
    }),
  ];
}

export const handovers: Shot[] = [
  ...shotsOf('start', '200'),
  shot('start-of-day-more-than-held', 'admin', async (page) => {
    await openHandover(page, 'start');
    await amountField(page).fill('90000');
    await shows(page, /more than your cash on hand/);
  }),
  ...shotsOf('end', '200'),
  shot('end-of-day-question', 'admin', async (page) => {
    const withMachine = changeResponse(({ drivers }: HandoverDrivers) => {
      const holder_driver_id = drivers.find(({ full_name }) => full_name === DRIVER)?.id;
      return { card_machines: [{ id: newId(), number: 'POS-07', holder_driver_id }] };
    });
    await page.route('**/api/handovers/drivers', withMachine);
    await fill(page, 'end', '200');
    await completeButton(page).click();
    await shows(page, `POS-07 stays out with ${DRIVER}`);
  }),
  shot('end-of-day-without-balance', 'admin', async (page) => {
    await page.route('**/api/handovers/balance*', answerProblem('unexpected'));
    await openHandover(page, 'end');
    await page.getByLabel('Driver', { exact: true }).selectOption({ label: DRIVER });
    await shows(page, 'Balance could not be loaded');
  }),
];
