import { vi } from 'vitest';
import { cdp } from 'vitest/browser';

type Point = readonly [x: number, y: number];

/** The browser's own input, as from a user: trusted events, subject to pointer capture and touch-action. */
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

/** Draws one stroke with a finger; points in CSS px from the element's top left corner. */
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
 * Draws one stroke at once, by synthetic events: for tests of the resulting ink, not of the input. Throws for
 * a point that another element covers, which would receive the event in a browser.
 */
export function drawInPage(element: Element, points: readonly Point[]): void {
  const [first, ...rest] = points;
  if (!first) return;
  const box = element.getBoundingClientRect();
  const send = (type: string, [x, y]: Point, buttons: number) => {
    const [clientX, clientY] = [box.left + x, box.top + y];
    const hit = document.elementFromPoint(clientX, clientY);
    if (hit !== element) throw new Error(`The pointer hits ${hit?.outerHTML.slice(0, 80) ?? 'nothing'}`);
    const init = { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pressure: 0.5 };
    element.dispatchEvent(
      new PointerEvent(type, { ...init, pointerType: 'mouse', clientX, clientY, buttons }),
    );
  };
  send('pointerdown', first, 1);
  // Pressing an element that cannot be focused removes the focus from the focused field.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  // The pad counts one move per 16 ms, and draws thinner for a faster pen: each point gets its own frame.
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

/** Overrides the screen's pixel density; 0 restores the real one. */
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

/** Converts a point of the element to page coordinates, because the test runs in a frame. */
function onPage(element: Element, [x, y]: Point): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  return { x: box.left + x + (frame?.left ?? 0), y: box.top + y + (frame?.top ?? 0) };
}

/** A wave over part of the width, like a quick signature. Each step is drawn in its own frame. */
export function wave(left: number, right: number, middle: number, height = 20, steps = 24): Point[] {
  return Array.from({ length: steps + 1 }, (_, step) => [
    left + ((right - left) * step) / steps,
    middle + Math.sin(step) * height,
  ]);
}
