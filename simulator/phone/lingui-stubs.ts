/**
 * Replaces Lingui's macros, which the web build turns into catalogue messages: no one reads the simulator's
 * toasts.
 */
type Values = readonly unknown[];

export function t(texts: TemplateStringsArray, ...values: Values): string {
  return texts.map((text, at) => `${text}${at < values.length ? String(values[at]) : ''}`).join('');
}

export function msg(texts: TemplateStringsArray, ...values: Values): { id: string; message: string } {
  const message = t(texts, ...values);
  return { id: message, message };
}

export function plural(count: number, forms: { other: string }): string {
  return forms.other.replace('#', String(count));
}

export function select(chosen: string, forms: Record<string, string>): string {
  return forms[chosen] ?? forms.other ?? chosen;
}
