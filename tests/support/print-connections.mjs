import { subscribe } from 'node:diagnostics_channel';

/** Loaded into a server before its program: prints the remote port of each accepted connection. */
subscribe('net.server.socket', ({ socket }) => {
  process.stdout.write(`accepted a connection from ${socket.remotePort}\n`);
});
