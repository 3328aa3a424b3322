import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import {
  assetsUntil,
  type EarlyScript,
  gzippedBytes,
  POOR_LINE,
  putOnLine,
  scriptsUntil,
} from '../support/e2e-wire.ts';

const LONG = { tag: '@screens' };
const KB = 1024;

const onTheWire = (scripts: readonly EarlyScript[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
const named = (scripts: readonly EarlyScript[], those: RegExp) =>
  scripts.map(({ path }) => path).filter((path) => those.test(path));

test('the sign-in form is usable after at most 90 KB of scripts, gzipped', LONG, async ({ page, server }) => {
  await putOnLine(page, POOR_LINE);
  const ahead = page.waitForRequest(/dashboard-/);
  const scripts = await scriptsUntil(page, '/login', 'Sign In');
  const paths = scripts.map(({ path }) => path);
  const gzipped = await gzippedBytes(server.url, paths);
  expect(onTheWire(scripts)).toBeGreaterThan(40 * KB);
  expect(onTheWire(scripts)).toBeLessThanOrEqual(gzipped);
  expect(gzipped).toBeLessThanOrEqual(90 * KB);
  // The code of the dashboard is loaded after the form is usable, not before.
  expect(named(scripts, /dashboard-|NextOrder|Profile/)).toEqual([]);
  await ahead;
});

test('Next Order is shown after at most 130 KB of scripts in all', LONG, async ({ page, shop }) => {
  await shop.addOrder();
  // The browser has stored the session, but no files of the app.
  await keepSession(page, shop.driver);
  await putOnLine(page, POOR_LINE);
  const ahead = page.waitForRequest(/delivery-note/);
  const scripts = await scriptsUntil(page, '/dashboard/next-order', 'Confirm Delivery');
  expect(onTheWire(scripts)).toBeGreaterThan(60 * KB);
  expect(onTheWire(scripts)).toBeLessThanOrEqual(130 * KB);
  expect(named(scripts, /delivery-note|jspdf|AssignedOrders/)).toEqual([]);
  await ahead;
});

test.describe('at the desk', () => {
  test.use({ isMobile: false, hasTouch: false, viewport: DESKTOP });

  test(
    'the list of the desk is shown after at most 150 KB of page, scripts and styles, gzipped',
    LONG,
    async ({ page, shop, server }) => {
      await shop.addOrder();
      await keepSession(page, shop.manager);
      await putOnLine(page, POOR_LINE);
      const ahead = page.waitForRequest(/dashboard-/);
      const paths = await assetsUntil(page, '/desk?view=all', '[role=row][data-row]');
      const gzipped = await gzippedBytes(server.url, paths);
      expect(paths.some((path) => path.endsWith('.css'))).toBe(true);
      expect(gzipped).toBeGreaterThan(100 * KB);
      expect(gzipped).toBeLessThanOrEqual(150 * KB);
      // The list is shown before the code that sends unsent work and the dialogs that keys open are loaded.
      expect(paths.filter((path) => /dashboard-|Dialog|Palette|NextOrder/.test(path))).toEqual([]);
      await ahead;
    },
  );
});
