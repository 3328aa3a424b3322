import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { reachableTab, subscribeToOnline } from '../world/reachability/reachable-tab.ts';
import { NoAnswer } from './errors.ts';
import { identity } from './identity.ts';

/** One per page. Reads run whatever the browser thinks of the network: a wrong guess must not hide figures. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof NoAnswer && failures < 1,
      retryDelay: 500,
      staleTime: 0,
    },
  },
});

// A probe notices the end of an outage that the browser did not report; reads are then repeated.
onlineManager.setEventListener((setOnline) => subscribeToOnline(() => setOnline(reachableTab.page.online())));

// The library looks at a page that was hidden only; one that stays in sight beside another window is looked at again too.
focusManager.setEventListener((onFocus) => {
  const looked = () => onFocus();
  document.addEventListener('visibilitychange', looked);
  window.addEventListener('focus', looked);
  return () => {
    document.removeEventListener('visibilitychange', looked);
    window.removeEventListener('focus', looked);
  };
});

// What one has read is nothing for the next who signs in here.
let reader = identity().user_id();
identity().subscribe(() => {
  const user_id = identity().user_id();
  if (user_id !== reader) queryClient.clear();
  reader = user_id;
});
