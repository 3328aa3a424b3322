import { Button } from '../../../ui/Button.tsx';

type Props = {
  text: string;
  /** True if the part that the button opens is open; undefined if it opens a dialog. */
  expanded?: boolean;
  onPress: () => void;
};

/** A quiet button that opens what a plain delivery does not need. */
export function QuietLink({ text, expanded, onPress }: Props) {
  return (
    <Button
      variant="link"
      aria-expanded={expanded}
      className="px-0! text-sm underline underline-offset-4"
      onClick={onPress}
    >
      {text}
    </Button>
  );
}
