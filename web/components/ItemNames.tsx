type Item = { qty: number; name: string };

/**
 * Items in a line of text. The quantity never ends a line, apart from its product, and stays before it in
 * the page's direction: only the name has its own.
 */
export function ItemNames({ items }: { items: readonly Item[] }) {
  // Items have no id in every source, and their order never changes.
  return items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <span key={at}>
      {at > 0 && ', '}
      {`${item.qty}\u00a0×\u00a0`}
      <bdi>{item.name}</bdi>
    </span>
  ));
}
