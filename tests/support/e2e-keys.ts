import { expect, type Locator, type Page } from '@playwright/test';

/** The maximum number of Tab presses, more than any tested page needs. */
const STEPS_MAX = 90;

const isFocused = (what: Locator) => what.evaluate((element) => element === document.activeElement);

/** Moves the focus to a control by Tab; with `back`, by Shift+Tab. */
export async function tabTo(what: Locator, { back = false } = {}): Promise<void> {
  await expect(what).toBeVisible();
  const page = what.page();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await isFocused(what)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Not reached by Tab: ${what}`);
}

/** Moves the focus to a button or link and presses it. */
export async function press(what: Locator, key = 'Enter'): Promise<void> {
  await tabTo(what);
  await what.page().keyboard.press(key);
}

/** Moves the focus to a field and types. */
export async function typeInto(what: Locator, words: string): Promise<void> {
  await tabTo(what);
  await what.page().keyboard.type(words);
}

/** Moves the focus to a list of choices and selects one by typing its first letters. */
export async function chooseByKeys(what: Locator, words: string): Promise<void> {
  await typeInto(what, words);
  await expect(what.locator('option:checked')).toHaveText(new RegExp(`^${words}`, 'i'));
}

/** Signs a pad by typing a name, which replaces drawing for keyboard users. */
export async function signByKeys(page: Page, label: string, name: string): Promise<void> {
  const pad = page.getByRole('group', { name: label, exact: true });
  await press(pad.getByRole('button', { name: 'Type name instead' }));
  await expect(pad.getByLabel('Full name, as a signature')).toBeFocused();
  await page.keyboard.type(name);
  await expect(pad.getByRole('status')).toHaveText('Signed by typed name');
}

/** Suppresses the system's file dialog. Installing the handler is slow, so call it once per page. */
export async function takeFileChoosers(page: Page): Promise<void> {
  page.on('filechooser', () => {});
  await page.title();
}

/** Presses a control and supplies the files that it requests, on a page with `takeFileChoosers`. */
export async function giveFile(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  pressKey: () => Promise<void>,
): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await pressKey();
  await (await asked).setFiles(file);
}
