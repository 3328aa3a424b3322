/** Text that is truncated at its own end, in either writing direction. */
export function Truncated({ text }: { text: string }) {
  return (
    <span title={text} className="flex">
      <bdi className="min-w-0 truncate">{text}</bdi>
    </span>
  );
}
