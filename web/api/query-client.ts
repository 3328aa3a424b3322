import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { reachableTab, subscribeToOnline } from '../environment/reachability/reachable-tab.ts';
import { NoResponse } from './errors.ts';
import { identity } from './identity.ts';

/**
 * One per page. Reads are sent even if the browser reports no network: a false report must not hide figures.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof NoResponse && failures < 1,
      retryDelay: 500,
      staleTime: 0,
    },
  },
});

// A probe detects the end of an outage that the browser did not report; reads are then repeated.
onlineManager.setEventListener((setOnline) => subscribeToOnline(() => setOnline(reachableTab.page.online())));

// The library refetches only when a hidden page becomes visible. This also refetches when its window gets the
// focus.
focusManager.setEventListener((onFocus) => {
  const onView = () => onFocus();
  document.addEventListener('visibilitychange', onView);
  window.addEventListener('focus', onView);
  return () => {
    document.removeEventListener('visibilitychange', onView);
    window.removeEventListener('focus', onView);
  };
});

// Cached reads of one user must not be visible to the next user who signs in.
let reader = identity().user_id();
identity().subscribe(() => {
  const user_id = identity().user_id();
  if (user_id !== reader) queryClient.clear();
  reader = user_id;
});
