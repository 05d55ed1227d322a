/** Somebody in a home of a service of many, in its own process, who moves a lamp ten times a second. */
import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { answerParent, microseconds } from "../processes/child.ts";
import { Editor } from "./editor.ts";
import { furnishedPlan, lampPosition, placesFrom } from "./lamp.ts";

const question = t.union([
  /** Connects, and saves a plan that has a lamp. */
  t.type({ do: t.literal("connect"), url: t.string, token: t.string, plan: t.string }),
  /** Moves the lamp at that pace: how long each change took from when it was due, in microseconds. */
  t.type({ do: t.literal("move"), perSecond: t.number, ms: t.number }),
]);

interface Lamp {
  readonly editor: Editor;
  readonly path: string;
  rev: number;
  moves: number;
}

let lamp: Lamp | undefined;

const connect = async (url: string, token: string, plan: string): Promise<Lamp> => {
  const editor = await Editor.connect(url, token);
  const path = `/furniture/${lampPosition(furnishedPlan(plan))}/x`;
  return { editor, path, rev: (await editor.save(plan)).rev, moves: 0 };
};

const moveOnce = async (moved: Lamp): Promise<void> => {
  const [x] = placesFrom(moved.moves, 1);
  moved.moves += 1;
  const changes = `[{"op":"replace","path":"${moved.path}","value":${x}}]`;
  const rest = `"type":"floorplan/plan/change","rev":${moved.rev},"changes":${changes}}`;
  const reply = await moved.editor.command(rest);
  const rev = Number(/"ok":true,"rev":(\d+)/.exec(reply)?.[1]);
  if (Number.isNaN(rev)) throw new Error(`a change was answered ${reply.slice(0, 300)}`);
  moved.rev = rev;
};

/** A late change does not delay the next ones: each is measured from when it was due. */
const move = async (moved: Lamp, perSecond: number, ms: number): Promise<readonly number[]> => {
  const took: number[] = [];
  const begin = microseconds();
  for (let due = begin; due < begin + ms * 1000; due += 1_000_000 / perSecond) {
    const early = due - microseconds();
    if (early > 0) await sleep(early / 1000);
    // A timer may be late by itself, which is none of the service's doing.
    const from = Math.max(due, early > 0 ? microseconds() : due);
    await moveOnce(moved);
    took.push(microseconds() - from);
  }
  return took;
};

answerParent(question, async (asked) => {
  if (asked.do === "connect") {
    lamp = await connect(asked.url, asked.token, asked.plan);
    return {};
  }
  if (lamp === undefined) throw new Error("connect first");
  return move(lamp, asked.perSecond, asked.ms);
});
