import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { generate, type Packet, parser } from "mqtt-packet";
import { portToKeep } from "../support/free-ports.ts";
import type { TestScope } from "../support/service.ts";

/** A client of a broker that a test leads. */
export interface BrokerClient {
  readonly socket: Socket;
  /** What it has sent, in order. */
  readonly packets: readonly Packet[];
  readonly send: (...packets: readonly Packet[]) => void;
}

/** What a broker does with a packet; by default what it should. */
type Answer = (packet: Packet, client: BrokerClient, usual: () => void) => void;

/** A broker that keeps nothing, and does what a test wants. */
export interface HostileBroker {
  readonly port: number;
  readonly clients: readonly BrokerClient[];
  /** Changes what it does from now on. */
  readonly become: (answer: Answer) => void;
  /** The topics of the messages that it was told, in order. */
  readonly told: () => readonly string[];
}

const answerAsUsual = (packet: Packet, send: BrokerClient["send"]): void => {
  const { messageId = 0 } = packet;
  if (packet.cmd === "connect") send({ cmd: "connack", returnCode: 0, sessionPresent: false });
  if (packet.cmd === "subscribe")
    send({ cmd: "suback", messageId, granted: packet.subscriptions.map(() => 0) });
  if (packet.cmd === "publish") send({ cmd: "puback", messageId });
  if (packet.cmd === "pingreq") send({ cmd: "pingresp" });
};

/** Starts one on 127.0.0.1; it ends with the test. */
export const startHostileBroker = async (
  t: TestScope,
  first?: Answer,
  /** `allowHalfOpen`: it does not end a connection only because its client has. */
  options: { readonly allowHalfOpen?: boolean } = {},
): Promise<HostileBroker> => {
  const clients: BrokerClient[] = [];
  let answer: Answer = first ?? ((_packet, _client, usual) => usual());
  const server: Server = createServer(options, (socket) => {
    const packets: Packet[] = [];
    const send = (...some: readonly Packet[]): void => {
      if (socket.writable) socket.write(Buffer.concat(some.map((each) => generate(each))));
    };
    const client: BrokerClient = { socket, packets, send };
    clients.push(client);
    const read = parser();
    read.on("packet", (packet) => {
      packets.push(packet);
      answer(packet, client, () => answerAsUsual(packet, send));
    });
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => void read.parse(bytes));
  });
  const port = await portToKeep();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    for (const { socket } of clients) socket.destroy();
  });
  return {
    port,
    clients,
    become: (other) => (answer = other),
    told: () =>
      clients.flatMap(({ packets }) =>
        packets.flatMap((packet) => (packet.cmd === "publish" ? [packet.topic] : [])),
      ),
  };
};
