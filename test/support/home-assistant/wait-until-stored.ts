import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as t from "io-ts";
import { eventually } from "../polling.ts";
import { decoded } from "./decoded.ts";

const tokenContent = t.type({ iss: t.string });
const withinMs = 60_000;

/** The name under which a long-lived token is stored. */
const storedAs = (token: string): string => {
  const [, content = ""] = token.split(".");
  const parsed: unknown = JSON.parse(Buffer.from(content, "base64url").toString("utf8"));
  return decoded(tokenContent, parsed).iss;
};

/**
 * Resolves when the tests' people and rooms are on disk, given the newest token. Home Assistant stores accounts a second
 * after a change, and rooms ten seconds after.
 */
export const waitUntilStored = async (folder: string, lastToken: string): Promise<void> => {
  const inFiles: readonly (readonly [string, RegExp])[] = [
    ["auth", new RegExp(storedAs(lastToken))],
    ["core.floor_registry", /"Upstairs"/],
    ["core.area_registry", /"temperature_entity_id": ?"sensor/],
    ["core.device_registry", /"area_id": ?"bedroom"/],
    ["core.entity_registry", /"area_id": ?"living_room"/],
  ];
  await eventually(async () => {
    for (const [name, content] of inFiles) {
      const file = await readFile(join(folder, ".storage", name), "utf8").catch(() => "");
      if (!content.test(file)) return { not: `${name} is not stored` };
    }
    return { seen: true };
  }, withinMs);
};
