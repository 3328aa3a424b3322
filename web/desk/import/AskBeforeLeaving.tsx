import { type ReactNode, useCallback, useEffect } from 'react';
import { Router, type RouterOptions, useLocation, useSearch } from 'wouter';
import { useLoaded } from '../../shell/use-loaded.ts';
import { DESK_PATH } from '../shell/desk-places.ts';
import { importNow, setImport } from './import-store.ts';
import { useImportNow } from './use-import-now.ts';

type Around = NonNullable<RouterOptions['aroundNav']>;

const loadQuestion = async () => (await import('./LeaveImport.tsx')).LeaveImport;
const stay = () => setImport({ leave_to: null });
const works = () => importNow().state.at === 'importing';

/** Where at the desk one is. */
let here: string = DESK_PATH;

const aroundNav: Around = (navigate, to, options) => {
  if (!works() || isOfDesk(new URL(to, location.href))) navigate(to, options);
  else setImport({ leave_to: to });
};

/** While orders are being imported one is asked before the desk is left, by a link, by Back, or with the whole page. Within the desk one goes freely. */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const { state, leave_to } = useImportNow();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (isOfDesk({ pathname: path })) here = search ? `${path}?${search}` : path;
  }, [path, search]);
  const Question = useLoaded(loadQuestion, leave_to !== null, stay);
  const leave = useCallback(() => {
    const { leave_to: to } = importNow();
    stay();
    // The question has an entry of the history, which the new page takes.
    if (to !== null) navigate(to, { replace: true });
  }, [navigate]);
  useWarnBeforeUnload(state.at === 'importing');
  return (
    <Router aroundNav={aroundNav}>
      {children}
      {leave_to !== null && Question && <Question onStay={stay} onLeave={leave} />}
    </Router>
  );
}

function isOfDesk({ pathname }: Pick<URL, 'pathname'>): boolean {
  return pathname === DESK_PATH || pathname.startsWith(`${DESK_PATH}/`);
}

/** Back, or Forward, out of the desk. It has happened by then, and the desk may have gone: one is taken to where one was, and asked there. */
window.addEventListener('popstate', () => {
  if (isOfDesk(location) || !works()) return;
  const { pathname, search } = location;
  history.pushState(null, '', here);
  setImport({ leave_to: pathname + search });
});

/** The browser asks before a page is left that is still at work. */
function useWarnBeforeUnload(is_working: boolean): void {
  useEffect(() => {
    if (!is_working) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [is_working]);
}
