import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** Ends a connection whose peer does not take what was written to it. */
const endUntaken = (socket: Duplex): void => {
  const look = (): void => {
    if (socket.writableLength > 0) socket.destroy();
  };
  // What TLS has handed to the system counts as written only after the turn.
  if (socket instanceof TLSSocket) setImmediate(look);
  else look();
};

/** Ends a connection after what was just written to it; at once where the peer does not take that. */
export const partWith = (socket: Socket): void => {
  socket.destroySoon();
  endUntaken(socket);
};

/** Answers on a bare connection, on which no other answer is under way, and ends it. */
export const refuseOn = (socket: Duplex, status: number, message: string): void => {
  const body = `${JSON.stringify({ message })}\n`;
  // A peer that leaves its half open must not keep the process.
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Who does not even take this is not waited for.
  endUntaken(socket);
};
