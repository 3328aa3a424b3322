import { CircleAlert } from 'lucide-react';

/** An icon and an instruction next to an incomplete control, announced with the control. */
export function MissingMark({ id, words }: { id: string; words: string | undefined }) {
  if (!words) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-danger text-sm">
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      {words}
    </p>
  );
}
