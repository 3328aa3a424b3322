import { subscribe } from 'node:diagnostics_channel';

/** Loaded into a server before its program: it writes down the port that each connection it takes comes from. */
subscribe('net.server.socket', ({ socket }) => {
  process.stdout.write(`took a connection from ${socket.remotePort}\n`);
});
