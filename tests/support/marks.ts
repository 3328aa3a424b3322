/** Returns each control that a form marks as invalid, with the description that a screen reader reads out. */
export function marksOn(within: ParentNode = document): [control: Element, words: string][] {
  return [...within.querySelectorAll('[aria-invalid=true]')].map((control) => {
    const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    return [
      control,
      ids
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim(),
    ];
  });
}

/** Returns only the descriptions of the marked controls. */
export function shownMarks(): string[] {
  return marksOn().map(([, words]) => words);
}
