import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawWithMouse, wave } from './pointer.ts';

/** Signs the pad of this label with the mouse, and waits until it counts as signed. */
export async function signPad(label: string): Promise<void> {
  const canvas = page.getByRole('img', { name: new RegExp(`^${label.replace('*', '\\*')}`) });
  await vi.waitFor(() => {
    if (canvas.element().getAttribute('aria-busy') !== 'false') throw new Error('The pad is not ready');
  });
  await scrollTo(canvas.element());
  await drawWithMouse(canvas.element(), wave(30, 200, 60, 20, 8));
  await vi.waitFor(() => {
    if (!canvas.element().getAttribute('aria-label')?.endsWith(', signed')) throw new Error('Not signed');
  });
}

/** A picture that loads above it moves the pad away again: a hand begins to write when it lies still. */
async function scrollTo(element: Element): Promise<void> {
  let before = '';
  await vi.waitFor(async () => {
    element.scrollIntoView({ block: 'center' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = JSON.stringify(element.getBoundingClientRect());
    const still = now === before && [...document.images].every(({ complete }) => complete);
    before = now;
    if (!still) throw new Error('The pad still moves');
  });
}
