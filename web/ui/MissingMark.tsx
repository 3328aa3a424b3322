import { CircleAlert } from 'lucide-react';

/** Beside what a form misses: an icon and what to do, read out with the control that it describes. */
export function MissingMark({ id, words }: { id: string; words: string | undefined }) {
  if (!words) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-danger text-sm">
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      {words}
    </p>
  );
}
