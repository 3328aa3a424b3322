/** Keeps an element's height as a variable of the page's styles while it is there, for what stands above it. */
export function heightAs(variable: `--${string}`) {
  return (element: HTMLElement): (() => void) => {
    const { style } = document.documentElement;
    const write = () => style.setProperty(variable, `${element.getBoundingClientRect().height}px`);
    const observer = new ResizeObserver(write);
    observer.observe(element, { box: 'border-box' });
    write();
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  };
}
