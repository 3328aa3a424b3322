import { expect, type Page } from '@playwright/test';
import { answerProblem, hold } from './conditions.ts';

/** A demo account; null if no user is signed in. */
type Account = 'driver' | 'driver2' | 'manager' | 'admin' | null;
type Prepare = (page: Page, given: { photo: Buffer; phone: boolean }) => Promise<void>;
type Options = {
  only?: 'phone' | 'desktop';
  /** The whole page instead of what the screen shows at once. */
  full?: boolean;
};

/** A screenshot of a screen in one state. */
export type Shot = Options & { name: string; as: Account; prepare: Prepare };

/** Defines a screenshot. `of` is the signed-in account, optionally with options. */
export const shot = (name: string, of: Account | (Options & { as: Account }), prepare: Prepare): Shot => ({
  name,
  ...(typeof of === 'object' && of !== null ? of : { as: of }),
  prepare,
});

export const PROFILE = '/dashboard/profile';

export const shows = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

export async function open(page: Page, path: string, text: string | RegExp): Promise<void> {
  await page.goto(path);
  await shows(page, text);
}

/** Screenshots of a screen while it loads and after its read failed: NAME-loading and NAME-failed. */
export function readShots(
  name: string,
  as: Account,
  { path, read, loading, failed }: { path: string; read: string; loading: string | RegExp; failed: string },
): Shot[] {
  return [
    shot(`${name}-loading`, as, async (page) => {
      await page.route(read, hold);
      await open(page, path, loading);
    }),
    shot(`${name}-failed`, as, async (page) => {
      await page.route(read, answerProblem('unexpected'));
      await open(page, path, failed);
    }),
  ];
}
