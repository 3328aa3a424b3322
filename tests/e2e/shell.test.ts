import type { Page } from '@playwright/test';
import { signIn } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

// A pointer that hovers, as on a desk.
test.use({ isMobile: false, hasTouch: false });

const DESKTOP = { width: 1280, height: 800 };
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const links = (page: Page) => page.getByRole('navigation', { name: 'Navigation' }).getByRole('link');
const widthOf = async (part: ReturnType<Page['locator']>) => (await part.boundingBox())?.width;

test('what the sign-in form says, and that it is busy while it waits', async ({ page, shop }) => {
  await page.goto('/login');
  await expect(page.getByText('Sign in to access your driver dashboard')).toBeVisible();
  const email = page.getByPlaceholder('Enter your email');
  const password = page.getByPlaceholder('Enter your password');
  await expect(email).toHaveAttribute('type', 'email');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  for (const field of [email, password]) await expect(field).toHaveAttribute('required', '');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/v1/token*', async (route) => {
    await held;
    await route.continue();
  });
  await email.fill(shop.driver.email);
  await password.fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const busy = page.getByRole('button', { name: 'Signing in...' });
  for (const control of [busy, email, password]) await expect(control).toBeDisabled();
  answer();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
});

test('while user and profile are asked for, the form waits and the dashboard says so', async ({
  page,
  shop,
}) => {
  await signIn(page, shop.driver);
  await page.evaluate(() => localStorage.removeItem('mandoob.profile'));
  await page.route('**/api/profile', () => {});
  await page.goto('/login');
  // The form's own page, not what stands there while it is loaded.
  await expect(page).toHaveTitle(/^Sign In/);
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
});

test('the header, the menu of each role, and who is signed in', async ({ page, shop }) => {
  await page.setViewportSize(DESKTOP);
  const driving = ['Profile', 'Next Order', 'Assigned Orders'];
  for (const [person, role, items] of [
    [shop.driver, 'Driver', driving],
    [shop.manager, 'Manager', [...driving, 'Cash Handovers', 'Bank Deposits']],
    [shop.admin, 'Admin', ['Start Of Day Handover', 'End Of Day Handover']],
  ] as const) {
    await signIn(page, person);
    await expect(page.getByRole('heading', { name: 'Driver Dashboard' })).toBeVisible();
    await expect(page.getByText(`Welcome back, ${person.full_name}`)).toBeVisible();
    await expect(sidebar(page).getByText('Driver Management')).toBeVisible();
    await expect(sidebar(page).getByText('Navigation')).toBeVisible();
    await expect(sidebar(page).getByText(person.full_name)).toBeVisible();
    await expect(sidebar(page).getByText(role, { exact: true })).toBeVisible();
    await expect(links(page)).toHaveText([...items]);
    await sidebar(page).getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('the current item goes by the exact path', async ({ page, shop }) => {
  await page.setViewportSize(DESKTOP);
  await signIn(page, shop.driver);
  await expect(links(page).and(page.locator('[aria-current=page]'))).toHaveText(['Profile']);
  await links(page).getByText('Next Order').click();
  await expect(links(page).and(page.locator('[aria-current=page]'))).toHaveText(['Next Order']);
  await page.goto('/dashboard/password');
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  await expect(page.locator('[aria-current=page]')).toHaveCount(0);
});

test('16rem open, 3rem as icons with their words beside them, kept for seven days', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(DESKTOP);
  await signIn(page, shop.driver);
  await expect.poll(() => widthOf(sidebar(page))).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(() => widthOf(sidebar(page))).toBe(48);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar:state');
  expect(cookie?.value).toBe('false');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 3600);
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);

  await page.reload();
  await expect.poll(() => widthOf(sidebar(page))).toBe(48);
  const item = sidebar(page).getByRole('listitem').filter({ hasText: 'Assigned Orders' });
  const word = item.locator('[aria-hidden=true]', { hasText: 'Assigned Orders' });
  await expect(word).toHaveCSS('opacity', '0');
  await item.getByRole('link', { name: 'Assigned Orders' }).hover();
  await expect(word).toHaveCSS('opacity', '1');
  expect((await word.boundingBox())?.x).toBeGreaterThan(48);
  await item.getByRole('link', { name: 'Assigned Orders' }).click();
  await expect(page).toHaveURL(/assigned-orders$/);

  await page.keyboard.press('Meta+b');
  await expect.poll(() => widthOf(sidebar(page))).toBe(256);
});

test('below 768 px an 18rem panel, which a chosen item, Escape and the shortcut close', async ({
  page,
  shop,
}) => {
  await signIn(page, shop.driver);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(sidebar(page)).toHaveCount(0);
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => widthOf(panel)).toBe(288);
  await panel.getByRole('link', { name: 'Next Order' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Next Order' })).toBeFocused();
  await page.keyboard.press('Control+b');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});
