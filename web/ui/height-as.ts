/** Keeps an element's height as a variable of the page's styles while it is there, for what stands above it. */
export function heightAs(variable: `--${string}`, onChange = (_element: HTMLElement) => {}) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return;
    const { style } = document.documentElement;
    const write = () => {
      style.setProperty(variable, `${element.getBoundingClientRect().height}px`);
      onChange(element);
    };
    const observer = new ResizeObserver(write);
    observer.observe(element, { box: 'border-box' });
    write();
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  };
}
