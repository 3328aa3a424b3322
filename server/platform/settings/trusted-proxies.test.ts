import { expect, test } from 'vitest';
import { clientAddressOf } from './trusted-proxies.ts';

test.each([
  // trusted, peer, X-Forwarded-For, the client
  [[], '10.0.0.1', '1.2.3.4', '10.0.0.1'],
  [['10.0.0.0/8'], '10.0.0.1', null, '10.0.0.1'],
  [['10.0.0.0/8'], '10.0.0.1', '1.2.3.4', '1.2.3.4'],
  [['10.0.0.0/8'], '8.8.8.8', '1.2.3.4', '8.8.8.8'],
  [['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.7', '1.2.3.4'],
  [['10.0.0.0/8'], '::ffff:10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
  [['::1'], '::1', '2001:db8::1', '2001:db8::1'],
  [['::1'], '::1', 'garbage', '::1'],
  [['127.0.0.1'], '127.0.0.1', '', '127.0.0.1'],
])('%j trusted, from %s with %j: %s', (trusted, peer, forwarded, client) => {
  expect(clientAddressOf(trusted)(peer, forwarded)).toBe(client);
});
