import { join } from 'node:path';
import { type InlineConfig, runnerImport } from 'vite';
import { mayAccess, ROLES, type Role } from '../../../contract/rules/roles.ts';
import { messages } from '../../../scripts/messages/vite-plugin.mjs';
import { admin, manager } from './cash.ts';
import { deskOfManager } from './desk.ts';
import { deskOfAdmin } from './desk-of-admin.ts';
import { driver } from './driver.ts';
import { signedOut } from './signed-out.ts';
import type { Walk, Way } from './walk.ts';

const WEB = join(import.meta.dirname, '../../../web');
const { SCREENS } = await tableOf<typeof import('../../../web/screen-table.ts')>('screen-table.ts');
const { DESK_PLACES } = await tableOf<typeof import('../../../web/desk-table.ts')>('desk-table.ts');

/** Imports a table of screens through Vite, which compiles the macros of its titles. */
async function tableOf<Table>(name: string): Promise<Table> {
  const config: InlineConfig = { configFile: false, logLevel: 'error', plugins: [messages()] };
  return (await runnerImport<Table>(join(WEB, name), config)).module;
}

const WAYS: Record<Role, Way> = { Driver: driver, Manager: manager, Admin: admin };

/** The screens that this role may open and no earlier role may. */
function screensOf(role: Role): string[] {
  const first = SCREENS.filter(({ access }) => ROLES.find((one) => mayAccess(access, one)) === role);
  return first.map(({ path }) => path);
}

/** The admin visits the pages that a manager may not open, and those on which the admin sees more. */
const of_admin = DESK_PLACES.filter(
  ({ path, access }) => deskOfAdmin.screens.includes(path) || !mayAccess(access, 'Manager'),
);
const pathsOf = (places: typeof DESK_PLACES) => places.map(({ path }) => path);

/** Every screen of the product, by the user who visits it. */
export const WALKS: readonly Walk[] = [
  signedOut,
  ...ROLES.map((role) => ({ ...WAYS[role], screens: screensOf(role) })),
  { ...deskOfManager, screens: pathsOf(DESK_PLACES.filter((place) => !of_admin.includes(place))) },
  { ...deskOfAdmin, screens: pathsOf(of_admin) },
];
