import { type ReactNode, useCallback, useEffect } from 'react';
import { Router, type RouterOptions, useLocation, useSearch } from 'wouter';
import { useLoaded } from '../../ui/use-loaded.ts';
import { DESK_PATH } from '../shell/desk-places.ts';
import { importNow, setImport } from './import-store.ts';
import { useImportNow } from './use-import-now.ts';

type AroundNav = NonNullable<RouterOptions['aroundNav']>;

const loadQuestion = async () => (await import('./LeaveImport.tsx')).LeaveImport;
const stay = () => setImport({ leave_to: null });
const isImporting = () => importNow().state.at === 'importing';

/** The last URL within the desk. */
let last_desk_url: string = DESK_PATH;

const aroundNav: AroundNav = (navigate, to, options) => {
  if (!isImporting() || isDeskPath(new URL(to, location.href))) navigate(to, options);
  else setImport({ leave_to: to });
};

/** During an import, asks before the user leaves the desk by a link or Back, or closes the tab. */
export function ConfirmBeforeLeaving({ children }: { children: ReactNode }) {
  const { state, leave_to } = useImportNow();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (isDeskPath({ pathname: path })) last_desk_url = search ? `${path}?${search}` : path;
  }, [path, search]);
  const Question = useLoaded(loadQuestion, leave_to !== null, stay);
  const leave = useCallback(() => {
    const { leave_to: to } = importNow();
    stay();
    // The question added a history entry, which the new page replaces.
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

function isDeskPath({ pathname }: Pick<URL, 'pathname'>): boolean {
  return pathname === DESK_PATH || pathname.startsWith(`${DESK_PATH}/`);
}

/**
 * Handles Back and Forward out of the desk. `popstate` cannot be cancelled, and the desk may be unmounted by
 * then: this restores the URL within the desk and asks there.
 */
window.addEventListener('popstate', () => {
  if (isDeskPath(location) || !isImporting()) return;
  const { pathname, search } = location;
  history.pushState(null, '', last_desk_url);
  setImport({ leave_to: pathname + search });
});

/** Makes the browser ask before the tab is closed or reloaded during an import. */
function useWarnBeforeUnload(is_working: boolean): void {
  useEffect(() => {
    if (!is_working) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [is_working]);
}
