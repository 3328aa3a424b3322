import { CloudUpload, WifiOff } from 'lucide-react';
import { useOwnEntries } from '../commands/use-entries.ts';
import { useOnline } from '../ui/surroundings.ts';
import { unsentWords } from './unsent-words.ts';

/** Offline and unsent work, said quietly at the top. */
export function ConnectionLine() {
  const online = useOnline();
  const unsent = useOwnEntries().filter(({ state }) => state !== 'done');
  const text = unsentWords(online, unsent);
  const Icon = online ? CloudUpload : WifiOff;
  return (
    <div role="status">
      {text && (
        <p className="flex items-center gap-2 border-line border-b bg-warn-soft px-4 py-2 text-sm text-warn md:px-8">
          <Icon size={18} className="shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
