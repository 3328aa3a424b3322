import { vi } from 'vitest';
import { cdp } from 'vitest/browser';

type Point = readonly [x: number, y: number];

/** The browser's own input, as from a hand: trusted events that go through capture and touch-action like any other. */
const browser = () => cdp() as unknown as { send(method: string, params: object): Promise<unknown> };

/** Draws one stroke over an element with the mouse; points in CSS px from its top left corner. */
export async function drawWithMouse(element: Element, points: readonly Point[]): Promise<void> {
  const [first, ...rest] = points.map((point) => onPage(element, point));
  if (!first) return;
  const event = (type: string, at: { x: number; y: number }, buttons: number) =>
    browser().send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons, clickCount: 1 });
  await event('mouseMoved', first, 0);
  await event('mousePressed', first, 1);
  for (const point of rest) await event('mouseMoved', point, 1);
  await event('mouseReleased', rest.at(-1) ?? first, 0);
}

/** The same with a finger. */
export async function drawWithFinger(element: Element, points: readonly Point[]): Promise<void> {
  const [first, ...rest] = points.map((point) => onPage(element, point));
  if (!first) return;
  const event = (type: string, touchPoints: object[]) =>
    browser().send('Input.dispatchTouchEvent', { type, touchPoints });
  await event('touchStart', [first]);
  for (const point of rest) await event('touchMove', [point]);
  await event('touchEnd', []);
}

/**
 * Draws one stroke at once, by events made in the page: for tests of what becomes of the ink, not of how it gets there. A point
 * where another element is on top is refused, as the browser would send it there.
 */
export function drawInPage(element: Element, points: readonly Point[]): void {
  const [first, ...rest] = points;
  if (!first) return;
  const box = element.getBoundingClientRect();
  const send = (type: string, [x, y]: Point, buttons: number) => {
    const [clientX, clientY] = [box.left + x, box.top + y];
    const hit = document.elementFromPoint(clientX, clientY);
    if (hit !== element) throw new Error(`The pointer meets ${hit?.outerHTML.slice(0, 80) ?? 'nothing'}`);
    const init = { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pressure: 0.5 };
    element.dispatchEvent(
      new PointerEvent(type, { ...init, pointerType: 'mouse', clientX, clientY, buttons }),
    );
  };
  send('pointerdown', first, 1);
  // A press on what takes no focus takes it from the field that has it.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  // The pad counts one move in 16 ms, and draws thinner the faster the pen is: each point has a frame of its own.
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const point of rest) {
      vi.setSystemTime(Date.now() + 17);
      send('pointermove', point, 1);
    }
  } finally {
    vi.useRealTimers();
  }
  send('pointerup', rest.at(-1) ?? first, 0);
}

/** Overrides what the screen is like; with 0 the real density comes back. */
export async function setDensity(deviceScaleFactor: number): Promise<void> {
  if (deviceScaleFactor === 0) await browser().send('Emulation.clearDeviceMetricsOverride', {});
  else {
    const { outerWidth: width, outerHeight: height } = window.top ?? window;
    await browser().send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor,
      mobile: false,
    });
  }
}

export async function setColorScheme(value: 'dark' | 'light'): Promise<void> {
  await browser().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
}

/** The test runs in a frame of the page that the input is given to. */
function onPage(element: Element, [x, y]: Point): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  return { x: box.left + x + (frame?.left ?? 0), y: box.top + y + (frame?.top ?? 0) };
}

/** A wave over part of the width, like a hurried name. Each step is drawn in a frame of its own. */
export function wave(left: number, right: number, middle: number, height = 20, steps = 24): Point[] {
  return Array.from({ length: steps + 1 }, (_, step) => [
    left + ((right - left) * step) / steps,
    middle + Math.sin(step) * height,
  ]);
}
