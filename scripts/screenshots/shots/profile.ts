import { newId } from '../../../contract/rules/ids.ts';
import { PASSWORD_PATH } from '../../../web/components/dashboard-paths.ts';
import { answerProblem, changeResponse, hold } from '../conditions.ts';
import { open, PROFILE, readShots, type Shot, shot, shows } from '../shot.ts';

export const profile: Shot[] = [
  shot('profile-driver', 'driver', (page) => open(page, PROFILE, 'Pending Deliveries')),
  shot('profile-driver-with-cash', 'driver2', (page) => open(page, PROFILE, 'Pending Deliveries')),
  shot('profile-manager', 'manager', (page) => open(page, PROFILE, 'Cash on Hand')),
  shot('profile-admin', 'admin', (page) => open(page, PROFILE, 'Cash on Hand')),
  ...readShots('profile', 'driver', {
    path: PROFILE,
    read: '**/api/profile/statistics',
    loading: 'Loading profile data...',
    failed: 'Your figures could not be loaded',
  }),
  shot('profile-as-of', 'driver', async (page) => {
    await open(page, PROFILE, 'Pending Deliveries');
    await page.route('**/api/profile/statistics', hold);
    await open(page, PROFILE, /^As of/);
  }),
  shot('profile-outdated', 'driver', async (page) => {
    await open(page, PROFILE, 'Pending Deliveries');
    await page.route('**/api/profile/statistics', answerProblem('unavailable'));
    await open(page, PROFILE, /Newer figures could not be loaded/);
  }),
  shot('profile-short-and-waiting', 'driver', async (page) => {
    await page.route(
      '**/api/profile/statistics',
      changeResponse({ cash_on_hand_fils: -19_525, waiting_fils: 14_500 }),
    );
    await open(page, PROFILE, /Short by/);
    await shows(page, /waiting to be posted/);
  }),
  shot('profile-drawn-from-the-safe', 'admin', async (page) => {
    await page.route('**/api/profile/statistics', changeResponse({ cash_on_hand_fils: -20_000 }));
    await open(page, PROFILE, /drawn from the safe, not booked/);
  }),
  shot('profile-unreadable-cash', 'driver', async (page) => {
    await page.route('**/api/profile/statistics', changeResponse({ cash_on_hand_fils: null }));
    await page.route('**/api/cash/initialise', answerProblem('unexpected'));
    await open(page, PROFILE, 'Your balance could not be read.');
  }),
  shot('profile-devices', { as: 'driver', full: true }, async (page) => {
    const at = (day: number) => `2026-11-${day}T06:12:00.000Z`;
    const here = { id: newId(), device: 'Chrome on Android', current: true };
    const there = { id: newId(), device: 'Safari on iPad', current: false };
    const sessions = [
      { ...here, last_used_at: at(20) },
      { ...there, last_used_at: at(14) },
      { ...there, id: newId(), device: null, last_used_at: at(11) },
    ];
    await page.route('**/api/profile/sessions', changeResponse({ sessions }));
    await open(page, PROFILE, 'Unknown device');
  }),
  shot('profile-session-ends-soon', 'driver', async (page) => {
    await open(page, PROFILE, 'Pending Deliveries');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('mandoob.session') ?? '{}');
      const ends_at = Math.floor(Date.now() / 1000) + 3 * 24 * 3600;
      localStorage.setItem('mandoob.session', JSON.stringify({ ...session, ends_at }));
    });
    await open(page, PROFILE, /You will be signed out on/);
  }),
  shot('password-too-common', 'driver', async (page) => {
    await open(page, PASSWORD_PATH, 'At least 10 characters');
    await page.getByLabel('New Password', { exact: true }).fill('Password2026!');
    await shows(page, /too common/);
  }),
];
