import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anyObject } from "../../../src/model/codec.ts";
import { connect, type HomeAssistant } from "./home-assistant-under-test.ts";
import type { HomeSocket } from "./socket.ts";

const folder = fileURLToPath(new URL("../../samples/home-assistant", import.meta.url));
const kept = 30;

/** A value without irrelevant parts: cuts lists, and replaces secrets and data URLs by names. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, kept).map(shortened);
  if (typeof value === "string" && /^[\w-]+\.[\w-]+\.[\w-]{30,}$|^[0-9a-f]{128}$/.test(value))
    return "a-token";
  if (!anyObject.is(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, kept * 2)
      .map(([key, each]) => [key, shortened(each)]),
  );
};

/** Writes a complete recording of a topic. */
export const writeWhole = async (topic: string, content: unknown): Promise<void> => {
  const text = JSON.stringify(content, undefined, 1).replaceAll(
    /\/tmp\/floorplan-home-assistant-\w+/g,
    "/config",
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${topic}.json`), `${text}\n`);
};

/** Writes a shortened recording of a topic. */
export const write = async (topic: string, content: unknown): Promise<void> =>
  writeWhole(topic, Array.isArray(content) ? content.map(shortened) : shortened(content));

/** Records one connection: the commands and all that comes back. */
export const record = async (
  home: HomeAssistant,
  topic: string,
  token: string,
  ask: (socket: HomeSocket) => Promise<unknown>,
): Promise<void> => {
  const socket = await connect(home, token);
  try {
    await ask(socket);
  } finally {
    await write(topic, socket.frames);
  }
  await socket.close();
};
