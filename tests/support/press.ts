import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';

/**
 * Presses a control by synthetic events once it is visible, enabled and not covered at its centre. The
 * provider's click takes a dozen round trips; use that where the browser's own input matters.
 */
export async function press(locator: Locator): Promise<void> {
  await vi.waitFor(() => {
    const control = locator.element() as HTMLElement;
    if (control.matches(':disabled, [aria-disabled=true]')) throw new Error('The control is disabled');
    control.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(clientX, clientY);
    if (!control.contains(hit)) {
      throw new Error(`The pointer hits ${hit?.outerHTML.slice(0, 80) ?? 'nothing'}`);
    }
    const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY };
    control.dispatchEvent(new PointerEvent('pointerdown', { ...init, isPrimary: true, buttons: 1 }));
    if (control.dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1 }))) control.focus();
    control.dispatchEvent(new PointerEvent('pointerup', { ...init, isPrimary: true }));
    control.dispatchEvent(new MouseEvent('mouseup', init));
    control.click();
  });
}
