import { createClient } from "@redis/client";
import type { Store, Swapped } from "./gateway.ts";

/** Compares, sets and publishes in one step and one round trip. */
const script = `
  local rev = tonumber(redis.call("GET", KEYS[1]) or "0")
  if rev ~= tonumber(ARGV[1]) then return {0, rev} end
  redis.call("MSET", KEYS[1], rev + 1, KEYS[2], ARGV[2])
  redis.call("PUBLISH", "plan", ARGV[2])
  return {1, rev + 1}
`;

/** Who measures a connection wants to hear of its end, not to have another one. */
const connect = (path: string) => createClient({ socket: { path, reconnectStrategy: false } });

/** A plan and its revision in a Redis server. */
export class RedisStore implements Store {
  readonly #path: string;
  readonly #commands: ReturnType<typeof connect>;
  #hash = "";

  private constructor(path: string) {
    this.#path = path;
    this.#commands = connect(path);
  }

  /** `path` is that of the server's socket. */
  static async connect(path: string): Promise<RedisStore> {
    const store = new RedisStore(path);
    await store.#commands.connect();
    store.#hash = await store.#commands.scriptLoad(script);
    return store;
  }

  async swap(value: Buffer, rev: number): Promise<Swapped> {
    const reply = await this.#commands.evalSha(this.#hash, {
      keys: ["rev", "plan"],
      arguments: [String(rev), value],
    });
    if (!Array.isArray(reply)) throw new Error("Redis answered something else than the script");
    const [isSwapped, now]: readonly unknown[] = reply;
    return { isSwapped: isSwapped === 1, rev: Number(now) };
  }

  async follow(onValue: (value: Buffer) => void, onEnd: (reason: Error) => void): Promise<void> {
    const subscriber = connect(this.#path).on("error", onEnd);
    await subscriber.connect();
    await subscriber.subscribe("plan", onValue, true);
  }

  // Redis keeps the latest value only, and rewrites its log by itself.
  forget(): Promise<void> {
    return Promise.resolve();
  }
}
