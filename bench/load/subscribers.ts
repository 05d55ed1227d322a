/** Subscribers in their own process, which find the ends of messages and read nothing else. */
import { connect, type Socket } from "node:net";
import * as t from "io-ts";
import { answerParent, microseconds } from "../processes/child.ts";
import { histogram } from "../report/statistics.ts";

const finBit = 0x80;
const controlBit = 0x08;
const pingCode = 0x09;

/** Counts a websocket server's messages by their frame headers alone (RFC 6455, 5.2), so that compressed ones count too. */
class MessageCounter {
  readonly #onMessage: () => void;
  readonly #onPing: () => void;
  #header: Buffer = Buffer.alloc(0);
  #rest = 0;
  #endsMessage = false;

  /** `onMessage` is called at the last byte of a message, `onPing` at a ping. */
  constructor(onMessage: () => void, onPing: () => void) {
    this.#onMessage = onMessage;
    this.#onPing = onPing;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#rest === 0) {
        const bytes = Buffer.concat([this.#header, chunk.subarray(at, at + 10)]);
        const length = this.#readHeader(bytes);
        if (length === 0) {
          this.#header = bytes;
          return;
        }
        at += length - this.#header.length;
        this.#header = Buffer.alloc(0);
      }
      const taken = Math.min(this.#rest, chunk.length - at);
      this.#rest -= taken;
      at += taken;
      if (this.#rest === 0 && this.#endsMessage) this.#onMessage();
    }
  }

  /** Bytes of the header; 0 while it is incomplete. */
  #readHeader(bytes: Buffer): number {
    const code = bytes[1] ?? 0;
    const length = bytes.length < 2 ? 0 : code < 126 ? 2 : code === 126 ? 4 : 10;
    if (length === 0 || bytes.length < length) return 0;
    const first = bytes[0] ?? 0;
    if ((first & 0x0f) === pingCode) this.#onPing();
    this.#endsMessage = (first & finBit) !== 0 && (first & controlBit) === 0;
    this.#rest = code < 126 ? code : code === 126 ? bytes.readUInt16BE(2) : bytes.readUIntBE(4, 6);
    return length;
  }
}

const question = t.union([
  /**
   * Connects subscribers; without a token to a baseline, which needs no subscription. With
   * `deflate` each accepts compressed messages, and it is an error if the server does not agree.
   */
  t.intersection([
    t.type({
      do: t.literal("connect"),
      port: t.number,
      token: t.union([t.string, t.undefined]),
      many: t.number,
    }),
    t.partial({
      deflate: t.boolean,
      /** The path of a home in a service of many. */
      path: t.string,
      /** The command that subscribes; to the plan by default. */
      type: t.string,
      /** Of another project's server: the first messages of a subscriber, in base64, and how many it is sent before it is ready. */
      hello: t.array(t.string),
      greetings: t.number,
      /** How many of them are slow readers. */
      slow: t.number,
    }),
  ]),
  /**
   * Resolves when everyone has one more message than at the last such question: when the first and
   * the last got it, and the bytes that all of them received since then.
   */
  t.type({ do: t.literal("next") }),
  /** From now on records when each message arrives. */
  t.type({ do: t.literal("note") }),
  /** How many messages were recorded by the subscriber with the fewest, and by the one with the most. */
  t.type({ do: t.literal("noted") }),
  /** How long each recorded message took from the given time of its revision; `first` is the first revision. */
  t.type({
    do: t.literal("latencies"),
    first: t.number,
    sent: t.array(t.tuple([t.number, t.number])),
  }),
]);

interface Subscriber {
  readonly socket: Socket;
  readonly noted: number[];
}

let subscribers: readonly Subscriber[] = [];
let messages = 0;
let rounds = 0;
let received = 0;
let isNoting = false;
let firstAt = 0;
let lastAt = 0;
let onProgress: (() => void) | undefined;

const [textCode, binaryCode] = [0x01, 0x02];

/** A masked frame of fewer than 126 bytes; a mask of zeros changes nothing. */
const frame = (code: number, content: Buffer): Buffer => {
  if (content.length > 125) throw new Error("the message needs a longer header");
  const head = Buffer.from([finBit | code, 0x80 | content.length, 0, 0, 0, 0]);
  return Buffer.concat([head, content]);
};

const textFrame = (message: Readonly<Record<string, unknown>>): Buffer =>
  frame(textCode, Buffer.from(JSON.stringify(message)));

/** The service's pings have no data, so neither do pongs. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const upgrade = (deflate: boolean, path: string): string =>
  [
    `GET ${path}/api/websocket HTTP/1.1`,
    "Host: 127.0.0.1",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ...(deflate ? ["Sec-WebSocket-Extensions: permessage-deflate"] : []),
    "\r\n",
  ].join("\r\n");

const agrees = /^sec-websocket-extensions: *permessage-deflate/im;

const refused = '"success":false';

/** How each subscriber begins: what it sends first, and how many messages it is sent before it is ready. */
interface Beginning {
  readonly path: string;
  readonly frames: readonly Buffer[];
  readonly greetings: number;
}

type Connecting = Extract<t.TypeOf<typeof question>, { readonly do: "connect" }>;

const beginningOf = (asked: Connecting): Beginning => {
  const { token, path = "", type = "floorplan/plan/subscribe", hello = [], greetings = 0 } = asked;
  if (token === undefined)
    return {
      path,
      frames: hello.map((text) => frame(binaryCode, Buffer.from(text, "base64"))),
      greetings,
    };
  const frames = [textFrame({ type: "auth", access_token: token }), textFrame({ id: 1, type })];
  // auth_required, auth_ok, the reply that announces the subscription, and its first event.
  return { path, frames, greetings: 4 };
};

const subscribe = (
  port: number,
  deflate: boolean,
  { path, frames, greetings }: Beginning,
): Promise<Subscriber> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const subscriber: Subscriber = { socket, noted: [] };
    let toSkip = greetings;
    const counter = new MessageCounter(
      () => {
        if (toSkip > 0) {
          toSkip -= 1;
          if (toSkip === 0) resolve(subscriber);
          return;
        }
        messages += 1;
        lastAt = microseconds();
        if ((messages - 1) % subscribers.length === 0) firstAt = lastAt;
        if (isNoting) subscriber.noted.push(lastAt);
        onProgress?.();
      },
      () => socket.write(pong),
    );
    let isUpgraded = false;
    socket.on("data", (chunk: Buffer) => {
      received += chunk.length;
      const refusedAt = toSkip > 0 ? chunk.indexOf(refused) : -1;
      if (refusedAt !== -1) {
        const why = chunk.toString("latin1", refusedAt);
        return reject(new Error(`the subscription was refused: ${why}`));
      }
      if (isUpgraded) return counter.push(chunk);
      isUpgraded = true;
      const end = chunk.indexOf("\r\n\r\n") + 4;
      if (deflate && !agrees.test(chunk.toString("latin1", 0, end)))
        return reject(new Error("the server does not agree to permessage-deflate"));
      if (toSkip === 0) resolve(subscriber);
      counter.push(chunk.subarray(end));
    });
    socket.once("error", reject).once("close", () => {
      process.stderr.write("a subscriber was dropped\n");
      // A caller that awaits its messages would wait forever.
      process.exit(1);
    });
    socket.write(upgrade(deflate, path));
    for (const each of frames) socket.write(each);
  });

const seldomMs = 2000;

/** Reads what has arrived every other second, and nothing in between. */
const readSeldom = (socket: Socket): void => {
  const pauseAgain = (): void => void socket.pause();
  socket.pause();
  setInterval(() => {
    socket.off("data", pauseAgain).once("data", pauseAgain);
    socket.resume();
  }, seldomMs);
};

const everyoneHasNext = async (): Promise<{ first: number; last: number; bytes: number }> => {
  rounds += 1;
  const wanted = rounds * subscribers.length;
  await new Promise<void>((resolve) => {
    onProgress = () => {
      if (messages < wanted) return;
      onProgress = undefined;
      resolve();
    };
    onProgress();
  });
  const bytes = received;
  received = 0;
  return { first: firstAt, last: lastAt, bytes };
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "connect": {
      for (const { socket } of subscribers) socket.removeAllListeners("close").destroy();
      const { port, many, deflate = false, slow = 0 } = asked;
      const beginning = beginningOf(asked);
      messages = 0;
      rounds = 0;
      const joined: Subscriber[] = [];
      for (let number = 0; number < many; number += 1)
        joined.push(await subscribe(port, deflate, beginning));
      subscribers = joined;
      received = 0;
      for (const { socket } of joined.slice(0, slow)) readSeldom(socket);
      return {};
    }
    case "next":
      return everyoneHasNext();
    case "note":
      isNoting = true;
      for (const { noted } of subscribers) noted.length = 0;
      return {};
    case "noted": {
      const many = subscribers.map(({ noted }) => noted.length);
      return { least: Math.min(...many), most: Math.max(...many) };
    }
    case "latencies": {
      const sent = new Map(asked.sent);
      const took = histogram();
      for (const { noted } of subscribers)
        for (const [position, at] of noted.entries()) {
          const from = sent.get(asked.first + position);
          if (from !== undefined) took.recordValue(Math.max(1, Math.round(at - from)));
        }
      const at = (percent: number): number => took.getValueAtPercentile(percent);
      return { many: took.totalCount, p50: at(50), p99: at(99), p999: at(99.9) };
    }
  }
});
