import { plural, t } from '@lingui/core/macro';
import type { ToastText } from '../api/problem-messages.ts';
import type { OrderNews } from './own-orders.ts';

/**
 * Returns one toast for all changes. A warning about removed orders stays until the driver has dismissed it.
 */
export function orderNewsText({ come, gone }: OrderNews): ToastText {
  const sentences = [comeText(come), goneText(gone)].filter((text) => text !== null);
  if (gone.length === 0) {
    const title = plural(come.length, { one: 'New order', other: '# new orders' });
    return { kind: 'success', title, description: sentences.join(' ') };
  }
  return { kind: 'warning', title: t`Your orders have changed`, description: sentences.join(' ') };
}

function comeText([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null;
  const count = more.length + 1;
  if (count === 1) return t`Order ${first} was added to your stops.`;
  return t`${count} orders were added to your stops.`;
}

function goneText([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null;
  const count = more.length + 1;
  if (count === 1) return t`Order ${first} was cancelled or assigned to another driver.`;
  return t`${count} orders were cancelled or assigned to another driver.`;
}
