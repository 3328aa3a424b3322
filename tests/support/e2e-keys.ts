import { expect, type Locator, type Page } from '@playwright/test';

/** How far one goes by Tab at most: further than any page has controls that are worth passing. */
const STEPS_MAX = 90;

const isFocused = (what: Locator) => what.evaluate((element) => element === document.activeElement);

/** Goes to a control as somebody without a pointer does; `back`: by Shift and Tab. */
export async function tabTo(what: Locator, { back = false } = {}): Promise<void> {
  await expect(what).toBeVisible();
  const page = what.page();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await isFocused(what)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`not reached by Tab: ${what}`);
}

/** Goes to a button or link and presses it. */
export async function press(what: Locator, key = 'Enter'): Promise<void> {
  await tabTo(what);
  await what.page().keyboard.press(key);
}

/** Goes to a field and types. */
export async function typeInto(what: Locator, words: string): Promise<void> {
  await tabTo(what);
  await what.page().keyboard.type(words);
}

/** Goes to a list of choices and chooses by the first letters of one. */
export async function chooseByKeys(what: Locator, words: string): Promise<void> {
  await typeInto(what, words);
  await expect(what.locator('option:checked')).toHaveText(new RegExp(`^${words}`, 'i'));
}

/** Signs a pad by typing a name: nobody can draw by keys. */
export async function signByKeys(page: Page, label: string, name: string): Promise<void> {
  const pad = page.getByRole('group', { name: label, exact: true });
  await press(pad.getByRole('button', { name: 'Type name instead' }));
  await expect(pad.getByLabel('Full name, as a signature')).toBeFocused();
  await page.keyboard.type(name);
  await expect(pad.getByRole('status')).toHaveText('Signed by typed name');
}

/** From now on the system's own window for files opens nowhere: it is no page. Beginning with it takes its time, so once for a page. */
export async function takeFileChoosers(page: Page): Promise<void> {
  page.on('filechooser', () => {});
  await page.title();
}

/** Gives the files that what is pressed asks for, on a page with `takeFileChoosers`. */
export async function giveFile(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  pressKey: () => Promise<void>,
): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await pressKey();
  await (await asked).setFiles(file);
}
