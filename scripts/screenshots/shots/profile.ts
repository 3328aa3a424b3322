import { newId } from '../../../contract/rules/ids.ts';
import { PASSWORD_PATH } from '../../../web/components/dashboard-paths.ts';
import { answerProblem, changeAnswer, hold } from '../conditions.ts';
import { readShots } from '../read-shots.ts';
import { open, PROFILE, type Shot, shows } from '../shot.ts';

export const profile: Shot[] = [
  { name: 'profile-driver', as: 'driver', prepare: (page) => open(page, PROFILE, 'Pending Deliveries') },
  {
    name: 'profile-driver-with-cash',
    as: 'driver2',
    prepare: (page) => open(page, PROFILE, 'Pending Deliveries'),
  },
  { name: 'profile-manager', as: 'manager', prepare: (page) => open(page, PROFILE, 'Cash on Hand') },
  { name: 'profile-admin', as: 'admin', prepare: (page) => open(page, PROFILE, 'Cash on Hand') },
  ...readShots({
    name: 'profile',
    as: 'driver',
    path: PROFILE,
    read: '**/api/profile/statistics',
    loading: 'Loading profile data...',
    failed: 'Your figures could not be loaded',
  }),
  {
    name: 'profile-as-of',
    as: 'driver',
    prepare: async (page) => {
      await open(page, PROFILE, 'Pending Deliveries');
      await page.route('**/api/profile/statistics', hold);
      await open(page, PROFILE, /^As of/);
    },
  },
  {
    name: 'profile-outdated',
    as: 'driver',
    prepare: async (page) => {
      await open(page, PROFILE, 'Pending Deliveries');
      await page.route('**/api/profile/statistics', answerProblem('unavailable'));
      await open(page, PROFILE, /Newer figures could not be loaded/);
    },
  },
  {
    name: 'profile-short-and-waiting',
    as: 'driver',
    prepare: async (page) => {
      await page.route(
        '**/api/profile/statistics',
        changeAnswer({ cash_on_hand_fils: -19_525, waiting_fils: 14_500 }),
      );
      await open(page, PROFILE, /Short by/);
      await shows(page, /waiting to be posted/);
    },
  },
  {
    name: 'profile-drawn-from-the-safe',
    as: 'admin',
    prepare: async (page) => {
      await page.route('**/api/profile/statistics', changeAnswer({ cash_on_hand_fils: -20_000 }));
      await open(page, PROFILE, /drawn from the safe, not booked/);
    },
  },
  {
    name: 'profile-unreadable-cash',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/profile/statistics', changeAnswer({ cash_on_hand_fils: null }));
      await page.route('**/api/cash/initialise', answerProblem('unexpected'));
      await open(page, PROFILE, 'Your balance could not be read.');
    },
  },
  {
    name: 'profile-devices',
    as: 'driver',
    full: true,
    prepare: async (page) => {
      const at = (day: number) => `2026-11-${day}T06:12:00.000Z`;
      const here = { id: newId(), device: 'Chrome on Android', current: true };
      const there = { id: newId(), device: 'Safari on iPad', current: false };
      const sessions = [
        { ...here, last_used_at: at(20) },
        { ...there, last_used_at: at(14) },
        { ...there, id: newId(), device: null, last_used_at: at(11) },
      ];
      await page.route('**/api/profile/sessions', changeAnswer({ sessions }));
      await open(page, PROFILE, 'Unknown device');
    },
  },
  {
    name: 'profile-session-ends-soon',
    as: 'driver',
    prepare: async (page) => {
      await open(page, PROFILE, 'Pending Deliveries');
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('mandoob.session') ?? '{}');
        const ends_at = Math.floor(Date.now() / 1000) + 3 * 24 * 3600;
        localStorage.setItem('mandoob.session', JSON.stringify({ ...session, ends_at }));
      });
      await open(page, PROFILE, /You will be signed out on/);
    },
  },
  {
    name: 'password-too-common',
    as: 'driver',
    prepare: async (page) => {
      await open(page, PASSWORD_PATH, 'At least 10 characters');
      await page.getByLabel('New Password', { exact: true }).fill('Password2026!');
      await shows(page, /too common/);
    },
  },
];
