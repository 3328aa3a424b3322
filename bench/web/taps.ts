import type { Browser, Locator, Page } from '@playwright/test';
import { signIn } from '../../tests/support/e2e-screens.ts';
import type { E2eShop } from '../../tests/support/e2e-shop.ts';
import { quantiles } from '../measure/measure.ts';
import type { Table } from '../part.ts';
import { paintedAfter, UNREPORTED_MS } from './painted-after.ts';
import { newPhone } from './phone.ts';

/** All controls except links, which leave the page, and file inputs, whose files are chosen outside it. */
const CONTROLS = 'main button:visible, main input:not([type=file]):visible, main summary:visible';

type Taps = { browser: Browser; url: string; shop: E2eShop; rounds: number };

/**
 * Measures the time from each tap on Next Order to the frame that shows its effect, by the browser's event
 * timing, at full speed and with all orders of the shop stored.
 */
export async function taps({ browser, url, shop, rounds }: Taps): Promise<Table> {
  const phone = await newPhone(browser, url);
  const page = await phone.newPage();
  await signIn(page, shop.driver);
  const took_ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('/dashboard/next-order');
    await page.getByRole('button', { name: 'Confirm Delivery' }).waitFor();
    for (const control of await page.locator(CONTROLS).all()) took_ms.push(await answered(page, control));
  }
  await phone.close();
  const at = quantiles(took_ms);
  return {
    title: 'From a tap on Next Order to its paint',
    keys: ['of'],
    steady: {},
    times: { p50_ms: 'less', p95_ms: 'less', worst_ms: 'less' },
    rows: [{ of: 'every control', taps: took_ms.length, p50_ms: at(0.5), p95_ms: at(0.95), worst_ms: at(1) }],
  };
}

/** Returns ms; UNREPORTED_MS for a hidden or disabled control. */
async function answered(page: Page, control: Locator): Promise<number> {
  if (!(await control.isVisible()) || !(await control.isEnabled())) return UNREPORTED_MS;
  return await paintedAfter(page, () => control.tap({ force: true }));
}
