import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Store, Swapped } from "./gateway.ts";

/** A reply of Redis: a number, a line, bytes, or a list of these. */
export type Reply = number | string | Buffer | readonly Reply[];

/** A reply and where it ends; or, of one that is not whole, how many bytes there are before it can be. */
type Read = { readonly reply: Reply; readonly end: number } | { readonly wanted: number };

/** Reads a reply in Redis's protocol, version 2. Throws an error on one that tells of an error. */
const read = (bytes: Buffer, from: number): Read => {
  const lineEnd = bytes.indexOf("\r\n", from);
  if (lineEnd === -1) return { wanted: bytes.length + 1 };
  const line = bytes.toString("latin1", from + 1, lineEnd);
  const start = lineEnd + 2;
  switch (bytes.toString("latin1", from, from + 1)) {
    case ":":
      return { reply: Number(line), end: start };
    case "+":
      return { reply: line, end: start };
    case "$": {
      const end = start + Number(line);
      if (bytes.length < end + 2) return { wanted: end + 2 };
      return { reply: bytes.subarray(start, end), end: end + 2 };
    }
    case "*": {
      const list: Reply[] = [];
      let at = start;
      while (list.length < Number(line)) {
        const each = read(bytes, at);
        if ("wanted" in each) return each;
        list.push(each.reply);
        at = each.end;
      }
      return { reply: list, end: at };
    }
    default:
      throw new Error(`Redis answered ${line}`);
  }
};

/** Cuts a stream of bytes into the replies in it, of Redis's protocol, version 2. */
export const repliesOf = (onReply: (reply: Reply) => void): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = 1;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    if (held < wanted) return;
    const bytes = Buffer.concat(chunks);
    let at = 0;
    wanted = 1;
    while (at < bytes.length) {
      const each = read(bytes, at);
      if ("wanted" in each) {
        wanted = each.wanted - at;
        break;
      }
      onReply(each.reply);
      at = each.end;
    }
    chunks = [bytes.subarray(at)];
    held = bytes.length - at;
  };
};

const send = (socket: Socket, command: readonly (string | Buffer)[]): void => {
  socket.cork();
  socket.write(`*${command.length}\r\n`);
  for (const part of command) {
    socket.write(`$${Buffer.byteLength(part)}\r\n`);
    socket.write(part);
    socket.write("\r\n");
  }
  socket.uncork();
};

/** Compares, puts and publishes in one step and one round trip. */
const script = `
  local rev = tonumber(redis.call("GET", KEYS[1]) or "0")
  if rev ~= tonumber(ARGV[1]) then return {0, rev} end
  redis.call("MSET", KEYS[1], rev + 1, KEYS[2], ARGV[2])
  redis.call("PUBLISH", "plan", ARGV[2])
  return {1, rev + 1}
`;

/** A plan and its revision in a Redis server. */
export class RedisStore implements Store {
  readonly #path: string;
  readonly #commands: Socket;
  readonly #waiting: ((reply: Reply) => void)[] = [];
  #hash = "";

  private constructor(path: string, commands: Socket) {
    this.#path = path;
    this.#commands = commands;
    commands.on(
      "data",
      repliesOf((reply) => this.#waiting.shift()?.(reply)),
    );
  }

  /** `path` is that of the server's socket. */
  static async connect(path: string): Promise<RedisStore> {
    const commands = connect(path);
    await once(commands, "connect");
    const store = new RedisStore(path, commands);
    store.#hash = String(await store.#ask("SCRIPT", "LOAD", script));
    return store;
  }

  async swap(value: Buffer, rev: number): Promise<Swapped> {
    const reply = await this.#ask("EVALSHA", this.#hash, "2", "rev", "plan", String(rev), value);
    if (!Array.isArray(reply)) throw new Error("Redis answered something else than the script");
    const [isSwapped, now]: readonly unknown[] = reply;
    return { isSwapped: isSwapped === 1, rev: Number(now) };
  }

  async follow(onValue: (value: Buffer) => void, onEnd: (reason: Error) => void): Promise<void> {
    const socket = connect(this.#path);
    await once(socket, "connect");
    const subscribed = new Promise<void>((resolve) => {
      socket.on(
        "data",
        repliesOf((reply) => {
          const [kind, , value]: readonly unknown[] = Array.isArray(reply) ? reply : [];
          if (String(kind) === "subscribe") resolve();
          else if (Buffer.isBuffer(value)) onValue(value);
        }),
      );
    });
    socket.on("close", () => onEnd(new Error("Redis ended the subscription")));
    send(socket, ["SUBSCRIBE", "plan"]);
    await subscribed;
  }

  // Redis keeps the latest value only, and writes its log anew by itself.
  forget(): Promise<void> {
    return Promise.resolve();
  }

  #ask(...command: readonly (string | Buffer)[]): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => this.#waiting.push(resolve));
    send(this.#commands, command);
    return reply;
  }
}
