import { Button } from '../../../ui/Button.tsx';

type Props = {
  text: string;
  /** True if the part below the line is open; undefined if the line opens a dialog. */
  expanded?: boolean;
  onPress: () => void;
};

/** A quiet line that opens what a plain delivery does not need. */
export function QuietLine({ text, expanded, onPress }: Props) {
  return (
    <Button
      variant="link"
      aria-expanded={expanded}
      className="self-start px-0! text-sm underline underline-offset-4"
      onClick={onPress}
    >
      {text}
    </Button>
  );
}
