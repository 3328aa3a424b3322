import { admin, manager } from './cash.ts';
import { deskOfManager } from './desk.ts';
import { deskOfAdmin } from './desk-of-admin.ts';
import { driver } from './driver.ts';
import { signedOut } from './signed-out.ts';
import type { Walk } from './walk.ts';

/** Every screen of the product, by the user who visits it. */
export const WALKS: readonly Walk[] = [signedOut, driver, manager, admin, deskOfManager, deskOfAdmin];
