/** Stands at the start of its column, and is cut at its own end, whichever way it is written. */
export function Cut({ text }: { text: string }) {
  return (
    <span title={text} className="flex">
      <bdi className="min-w-0 truncate">{text}</bdi>
    </span>
  );
}
