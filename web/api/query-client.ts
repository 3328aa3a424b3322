import { QueryClient } from '@tanstack/react-query';
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

// What one has read is nothing for the next who signs in here.
let reader = identity().user_id();
identity().subscribe(() => {
  const user_id = identity().user_id();
  if (user_id !== reader) queryClient.clear();
  reader = user_id;
});
