/** Keeps the height of an element as a variable of the page's styles while it is there, for what stands above it; of several, of all together. */
export function heightAs(variable: `--${string}`, onChange = (_element: HTMLElement) => {}) {
  const heights = new Map<HTMLElement, number>();
  function write(): void {
    const { style } = document.documentElement;
    const height = [...heights.values()].reduce((sum, one) => sum + one, 0);
    if (height > 0) style.setProperty(variable, `${height}px`);
    else style.removeProperty(variable);
  }
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return;
    // Told before the frame is painted: to measure here would have the page laid out once more.
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
