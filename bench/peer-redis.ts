/** A gateway in front of Redis. */
import { createClient } from "@redis/client";
import * as t from "io-ts";
import { serveStore, type Store } from "./gateway.ts";

/** Compares, puts and publishes in one step and one round trip. */
const script = `
  local rev = tonumber(redis.call("GET", KEYS[1]) or "0")
  if rev ~= tonumber(ARGV[1]) then return {0, rev} end
  redis.call("MSET", KEYS[1], rev + 1, KEYS[2], ARGV[2])
  redis.call("PUBLISH", "plan", ARGV[2])
  return {1, rev + 1}
`;

const reply = t.tuple([t.number, t.number]);

const connect = async (path: string): Promise<Store> => {
  const client = await createClient({ socket: { path, tls: false } }).connect();
  const listener = await client.duplicate().connect();
  const hash = await client.scriptLoad(script);
  return {
    swap: async (value, rev) => {
      const command = ["EVALSHA", hash, "2", "rev", "plan", String(rev), value];
      const swapped: unknown = await client.sendCommand(command);
      if (!reply.is(swapped)) throw new Error("Redis answered something else than the script");
      return { isSwapped: swapped[0] === 1, rev: swapped[1] };
    },
    follow: (onValue) => listener.subscribe("plan", onValue, true),
    // Redis keeps the latest value only, and writes its log anew by itself.
    forget: () => Promise.resolve(),
  };
};

serveStore(connect);
