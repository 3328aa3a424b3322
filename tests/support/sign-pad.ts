import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawInPage, wave } from './pointer.ts';

/** Signs the pad with this label, and waits until it counts as signed. */
export async function signPad(label: string): Promise<void> {
  const canvas = page.getByRole('img', { name: new RegExp(`^${label.replace('*', '\\*')}`) });
  await vi.waitFor(() => {
    if (canvas.element().getAttribute('aria-busy') !== 'false') throw new Error('The pad is not ready');
  });
  const pad = canvas.element();
  // Synchronous until the stroke, so that nothing moves the pad in between.
  pad.scrollIntoView({ block: 'center' });
  drawInPage(pad, wave(30, 200, 60, 20, 8));
  await vi.waitFor(() => {
    if (!canvas.element().getAttribute('aria-label')?.endsWith(', signed')) throw new Error('Not signed');
  });
}
