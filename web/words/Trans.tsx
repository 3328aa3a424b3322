import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { type Message, type Values, words } from './i18n.ts';

type Props = { id: string; message: Message; values?: Values; components?: Record<string, ReactElement> };

/** Stands for `<` in what people wrote, which is never taken for an element. */
const LESS_THAN = '\ue000';

/** A message with elements in it, which the catalogue has as `Hello <0>{name}</0>`; the `Trans` macro becomes this. */
export function Trans({ id, message, values = {}, components = {} }: Props): ReactNode {
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    String(value ?? '').replaceAll('<', LESS_THAN),
  ]);
  return withElements(words(id, message, Object.fromEntries(plain)), components);
}

function withElements(text: string, components: Record<string, ReactElement>): ReactNode {
  // Text, an element's name, what is in it unless it is empty, text again, and so on.
  const parts = text.split(/<(\w+)(?:\/>|>(.*?)<\/\1>)/s);
  const nodes: ReactNode[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [plain = '', name = '', inside] = parts.slice(at, at + 3);
    nodes.push(plain.replaceAll(LESS_THAN, '<'));
    const element = components[name];
    const children = inside === undefined ? [] : [withElements(inside, components)];
    if (element) nodes.push(cloneElement(element, { key: at }, ...children));
  }
  return nodes;
}
