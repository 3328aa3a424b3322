/** What a form shows as missing: each marked control, and what is read out with it. */
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

/** Only what is said of them. */
export function marksSaid(): string[] {
  return marksOn().map(([, words]) => words);
}
