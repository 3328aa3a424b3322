import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { type Message, translate, type Values } from './i18n.ts';

type Props = { id: string; message: Message; values?: Values; components?: Record<string, ReactElement> };

/** Replaces `<` in values, so that they are never parsed as elements. */
const LESS_THAN = '\ue000';

/**
 * Renders a message with elements, in the catalogue `Hello <0>{name}</0>`. The `Trans` macro compiles to
 * this.
 */
export function Trans({ id, message, values = {}, components = {} }: Props): ReactNode {
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    String(value ?? '').replaceAll('<', LESS_THAN),
  ]);
  return withElements(translate(id, message, Object.fromEntries(plain)), components);
}

function withElements(text: string, components: Record<string, ReactElement>): ReactNode {
  // Alternates between text, an element's name, and the element's content (undefined if empty).
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
