import { type ComponentType, lazy } from 'react';

/** A part that is loaded when it is first shown, or ahead, inside a Suspense; where it cannot be loaded the page goes on without it. */
export function whenLoaded<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}

function Nothing(): null {
  return null;
}
