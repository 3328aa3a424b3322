/** Keeps an element's height as a variable of the page's styles while it is there, for what stands above it. */
export function heightAs(variable: `--${string}`, onChange = (_element: HTMLElement) => {}) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return;
    const { style } = document.documentElement;
    // Told before the frame is painted: to measure here would have the page laid out once more.
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      if (height > 0 || style.getPropertyValue(variable)) style.setProperty(variable, `${height}px`);
      onChange(element);
    });
    observer.observe(element, { box: 'border-box' });
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  };
}
