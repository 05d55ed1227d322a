/** A gateway in front of Redis. */
import { serveStore } from "./gateway.ts";
import { RedisStore } from "./redis-client.ts";

serveStore((path) => RedisStore.connect(path));
