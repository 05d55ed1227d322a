import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as t from "io-ts";
import { anyObject } from "../../src/model/codec.ts";
import { decoded } from "../support/home-assistant/decoded.ts";
import { entitiesEvent } from "./message-codecs.ts";

const frames = t.array(t.type({ from: t.string, frame: anyObject }));

/** The events that were recorded about a topic, of its first subscription. */
const eventsOf = (topic: string): readonly unknown[] => {
  const file = new URL(`../samples/home-assistant/${topic}.json`, import.meta.url);
  return decoded(frames, JSON.parse(readFileSync(file, "utf8"))).flatMap(({ frame }) =>
    frame["type"] === "event" && frame["id"] === 1 ? [frame["event"]] : [],
  );
};

test("recorded states come, change, lose attributes and go as the contract has it", () => {
  const events = eventsOf("states").map((event) => decoded(entitiesEvent, event));
  assert(events.some(({ a }) => a?.["light.bed_light"]?.s === "off"));
  assert(events.some(({ c }) => c?.["light.bed_light"]?.["+"].s === "on"));
  const lost = events.flatMap(({ c }) => c?.["media_player.walkman"]?.["-"]?.a ?? []);
  assert(lost.includes("media_title"), lost.join());
  assert(events.some(({ r }) => r?.includes("light.bed_light")));
  assert.equal(eventsOf("all-states").map((event) => decoded(entitiesEvent, event)).length, 1);
});
