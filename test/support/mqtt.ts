import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { parser } from "mqtt-packet";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "./free-ports.ts";
import { type TestScope, temporaryFolder } from "./service.ts";

const connected = async (port: number): Promise<Socket> => {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return socket;
    } catch {
      // It does not listen yet.
      await sleep(25);
    }
  }
};

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};

/** A packet of MQTT 3.1.1, section 2.2: its type with flags, the length in groups of 7 bits, and the rest. */
const packet = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const rest = Buffer.concat(parts);
  const length: number[] = [];
  let left = rest.length;
  do {
    const group = left & 127;
    left >>= 7;
    length.push(left > 0 ? group | 128 : group);
  } while (left > 0);
  return Buffer.concat([Buffer.from([type, ...length]), rest]);
};

/** Publishes to a broker, without confirmation (QoS 0), in order. */
export class Publisher {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async of(t: TestScope, port: number): Promise<Publisher> {
    const socket = await connected(port);
    // A broker that is stopped resets its connections.
    socket.on("error", () => undefined);
    t.after(() => void socket.destroy());
    // Section 3.1: protocol and level, a clean session, no keep alive.
    const level = Buffer.from([4, 2, 0, 0]);
    socket.write(packet(0x10, text("MQTT"), level, text("tests")));
    await once(socket, "data");
    return new Publisher(socket);
  }

  /** Publishes a message that the broker also gives to whoever subscribes later. */
  publish(topic: string, payload: string | Buffer | object): void {
    const isRaw = typeof payload === "string" || Buffer.isBuffer(payload);
    const bytes = Buffer.from(isRaw ? payload : JSON.stringify(payload));
    // Section 3.3: the flag 1 retains.
    this.#socket.write(packet(0x31, text(topic), bytes));
  }
}

/** Reads all that is told to a broker, and what it keeps. */
export class Listener {
  /** By topic, the last message; empty ones take it away. */
  readonly kept = new Map<string, string>();
  /** Every message in order. */
  readonly heard: { readonly topic: string; readonly payload: string }[] = [];

  static async of(t: TestScope, port: number): Promise<Listener> {
    const listener = new Listener();
    const socket = await connected(port);
    socket.on("error", () => undefined);
    t.after(() => void socket.destroy());
    const read = parser();
    read.on("packet", (each) => {
      if (each.cmd !== "publish") return;
      const { topic } = each;
      const payload = String(each.payload);
      listener.heard.push({ topic, payload });
      if (payload === "") listener.kept.delete(topic);
      else listener.kept.set(topic, payload);
    });
    socket.on("data", (bytes) => void read.parse(bytes));
    const level = Buffer.from([4, 2, 0, 0]);
    socket.write(packet(0x10, text("MQTT"), level, text("listener")));
    await once(socket, "data");
    // Section 3.8: everything, without confirmation.
    socket.write(packet(0x82, Buffer.from([0, 1]), text("#"), Buffer.from([0])));
    await once(socket, "data");
    return listener;
  }
}

/** A mosquitto on a port of 127.0.0.1, which remembers nothing after its end. */
export class Broker {
  readonly port: number;
  readonly #folder: string;
  readonly #access: string;
  #running: ChildProcess | undefined;

  private constructor(port: number, folder: string, access: string) {
    this.port = port;
    this.#folder = folder;
    this.#access = access;
  }

  // As root it would become another user, who may not read the folders of tests.
  /** Starts it for anybody or, with `users`, a file that `mosquitto_passwd` made, for these. */
  static async start(t: TestScope, users?: string): Promise<Broker> {
    const [port = 0] = await freePorts(1);
    const access =
      users === undefined ? "allow_anonymous true" : `password_file ${users}\nuser root`;
    const broker = new Broker(port, await temporaryFolder(t), access);
    t.after(() => broker.stop());
    await broker.start();
    return broker;
  }

  async start(): Promise<void> {
    const file = join(this.#folder, "mosquitto.conf");
    await writeFile(file, `listener ${this.port} 127.0.0.1\n${this.#access}\npersistence false\n`);
    // It must also end when this process is killed.
    const command = ["--pdeathsig", "KILL", "mosquitto", "-c", file];
    this.#running = spawn("setpriv", command, { stdio: "ignore" });
    (await connected(this.port)).destroy();
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGTERM");
    await ended;
  }
}
