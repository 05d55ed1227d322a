/**
 * Many subscribers in a process of their own, so that their memory is not the
 * service's. They speak the websocket protocol by hand and look at next to
 * nothing of what they get: 300 of them must cost less than the service does.
 *
 * Arguments: port, token, how many, and `read` or `stop` (read nothing after
 * the first event). It tells its parent `{ ready }` when all are subscribed;
 * asked `count`, it answers `{ counts }`, the bytes that each has received,
 * once every one of them has received all that was sent to it before.
 */
import { connect, type Socket } from "node:net";

const [port = "", token = "", many = "", mode = ""] = process.argv.slice(2);

/** A masked text frame of fewer than 126 bytes, as a client sends it; a mask of zeros changes nothing. */
const frame = (message: Readonly<Record<string, unknown>>): Buffer => {
  const text = Buffer.from(JSON.stringify(message));
  if (text.length > 125) throw new Error("the message needs a longer header");
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
};

const upgrade = `GET /api/websocket HTTP/1.1\r
Host: 127.0.0.1\r
Connection: Upgrade\r
Upgrade: websocket\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
\r
`;

interface Subscriber {
  readonly socket: Socket;
  bytes: number;
  /** The id of its newest message. */
  lastId: number;
}

const subscribed = (subscriber: Subscriber): Promise<void> =>
  new Promise((resolve, reject) => {
    const { socket } = subscriber;
    let seen = "";
    const look = (chunk: Buffer): void => {
      seen += chunk.toString("latin1");
      if (!seen.includes('"type":"event"')) return;
      socket.off("data", look);
      if (mode === "stop") socket.pause();
      socket.on("data", (more: Buffer) => (subscriber.bytes += more.length));
      resolve();
    };
    socket.on("data", look).once("error", reject);
    socket.write(upgrade);
    socket.write(frame({ type: "auth", access_token: token }));
    socket.write(frame({ id: 1, type: "floorplan/plan/subscribe" }));
  });

/** Resolves when the pong came: replies stand in line behind all that was sent before. */
const caughtUp = (subscriber: Subscriber): Promise<void> =>
  new Promise((resolve, reject) => {
    const { socket } = subscriber;
    const dropped = (): void => reject(new Error("a subscriber was dropped"));
    let end = "";
    const look = (chunk: Buffer): void => {
      // The pong may come in two chunks.
      end = (end + chunk.toString("latin1", Math.max(0, chunk.length - 64))).slice(-64);
      if (!end.includes('"pong"}')) return;
      socket.off("data", look).off("close", dropped);
      resolve();
    };
    socket.on("data", look).once("close", dropped);
    subscriber.lastId += 1;
    socket.write(frame({ id: subscriber.lastId, type: "ping" }));
  });

/** Connections that wait for their login at a time: one address has places for 256 of those. */
const atOnce = 100;

const crowd: Subscriber[] = [];
while (crowd.length < Number(many)) {
  const more = Array.from({ length: Math.min(atOnce, Number(many) - crowd.length) }, () => ({
    socket: connect(Number(port), "127.0.0.1"),
    bytes: 0,
    lastId: 1,
  }));
  crowd.push(...more);
  await Promise.all(more.map(subscribed));
}
process.send?.({ ready: true });
process.on("message", () => {
  void Promise.all(crowd.map(caughtUp)).then(() =>
    process.send?.({ counts: crowd.map(({ bytes }) => bytes) }),
  );
});
process.once("disconnect", () => process.exit());
