import { type ComponentType, lazy } from 'react';

/**
 * Returns a component that loads on first render, inside a Suspense; if loading fails, it renders nothing.
 */
export function lazyOptional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}

function Nothing(): null {
  return null;
}
