/**
 * Returns layout faults of the page: overflow, truncated or overlapping text. Runs in the page, so it uses no
 * imports.
 */
export function layoutFaults(): string[] {
  const TOLERANCE_PX = 1.5;
  const screen_px = document.documentElement.clientWidth;
  const faults = new Set<string>();
  const page_px = document.documentElement.scrollWidth;
  if (page_px > screen_px) faults.add(`the page is ${page_px} px wide on a screen of ${screen_px} px`);

  type Text = { words: string; box: DOMRect; layer: Element };
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const words = node.textContent?.trim() ?? '';
    if (!parent || words === '' || !isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width <= 1 || isScrolledAway(parent, box)) continue;
      texts.push({ words, box, layer: layerOf(parent) });
      checkCut(parent, box, words);
    }
  }
  texts.forEach(({ words, box, layer }, index) => {
    for (const other of texts.slice(index + 1)) {
      if (other.layer === layer && overlap(box, other.box))
        faults.add(`"${words}" overlaps "${other.words}"`);
    }
  });
  for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]:placeholder-shown')) {
    if (isShown(input) && placeholderWidth(input) > input.clientWidth) {
      faults.add(`the placeholder "${input.placeholder}" is cut off`);
    }
  }
  return [...faults];

  /** Returns false for hidden elements and for text that is only for screen readers. */
  function isShown(element: Element): boolean {
    if (element.closest('option, script, style, title')) return false;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if (width <= 1 && height <= 1) return false;
    }
    return true;
  }

  /** Returns the layer that may overlap other text: a dialog, a toast, a sticky bar. */
  function layerOf(element: Element): Element {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    }
    return document.body;
  }

  /** Returns true if scrolling ancestors hide the text above or below their visible area. */
  function isScrolledAway(parent: Element, { top, bottom }: DOMRect): boolean {
    for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === 'visible') continue;
      const around = at.getBoundingClientRect();
      if (bottom > around.bottom + TOLERANCE_PX || top < around.top - TOLERANCE_PX) return true;
    }
    return false;
  }

  function checkCut(parent: Element, box: DOMRect, words: string): void {
    const button = parent.closest('button, a, [data-tone]')?.getBoundingClientRect();
    if (button && getComputedStyle(parent).display !== 'inline' && sticksOut(box, button)) {
      faults.add(`"${words}" is outside its button`);
    }
    for (let at: Element | null = parent; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      // Content further to the side can be scrolled to.
      if (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) return;
      if (overflowX !== 'visible' && sticksOut(box, at.getBoundingClientRect()))
        faults.add(`"${words}" is cut off`);
    }
    if (box.left < -TOLERANCE_PX || box.right > screen_px + TOLERANCE_PX)
      faults.add(`"${words}" is outside the screen`);
  }

  function sticksOut(box: DOMRect, around: DOMRect): boolean {
    return box.left < around.left - TOLERANCE_PX || box.right > around.right + TOLERANCE_PX;
  }

  function overlap(one: DOMRect, other: DOMRect): boolean {
    const wide_px = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high_px = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    // Boxes have the height of the line, glyphs are smaller.
    return wide_px > 2 && high_px > Math.min(one.height, other.height) / 3;
  }

  function placeholderWidth(input: HTMLInputElement): number {
    const style = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return 0;
    context.font = style.font;
    const padding_px = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    return context.measureText(input.placeholder).width + padding_px;
  }
}
