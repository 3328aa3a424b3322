import type { Page } from '@playwright/test';

type Point = { x: number; y: number };

const STEPS = 12;
/** About one frame: the browser distinguishes a scroll from a press by how a finger moves over time. */
const STEP_MS = 16;

/** A finger as the screen reports it: the browser itself decides between press, drag and scroll. */
export async function fingerOn(page: Page, at: Point) {
  const session = await page.context().newCDPSession(page);
  let now = at;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [now] });
  await send('touchStart');
  return {
    async moveTo(to: Point): Promise<void> {
      const from = now;
      for (let step = 1; step <= STEPS; step += 1) {
        const share = step / STEPS;
        now = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
        await send('touchMove');
        await page.waitForTimeout(STEP_MS);
      }
    },
    async lift(): Promise<void> {
      await send('touchEnd');
      await session.detach();
    },
  };
}
