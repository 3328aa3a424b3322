/**
 * Publishes an element's height as a CSS variable on the root element while it is mounted, for elements
 * placed above it. The heights of several elements are added.
 */
export function publishHeight(variable: `--${string}`, onChange = (_element: HTMLElement) => {}) {
  const heights = new Map<HTMLElement, number>();
  function write(): void {
    const { style } = document.documentElement;
    const height = [...heights.values()].reduce((sum, one) => sum + one, 0);
    if (height > 0) style.setProperty(variable, `${height}px`);
    else style.removeProperty(variable);
  }
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return;
    // The observer reports before the frame is painted; measuring here would force another layout.
    const observer = new ResizeObserver(([entry]) => {
      heights.set(element, entry?.borderBoxSize[0]?.blockSize ?? 0);
      write();
      onChange(element);
    });
    observer.observe(element, { box: 'border-box' });
    return () => {
      observer.disconnect();
      heights.delete(element);
      write();
    };
  };
}
