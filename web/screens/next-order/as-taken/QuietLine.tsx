import { Button } from '../../../ui/Button.tsx';

/** A quiet line that opens what a plain delivery does not need. */
export function QuietLine({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Button
      variant="link"
      className="self-start px-0! text-sm underline underline-offset-4"
      onClick={onPress}
    >
      {text}
    </Button>
  );
}
