import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { environmentName, settingNames } from "../../src/server/config.ts";
import { readDockerfile, variablesOf } from "./dockerfile.ts";
import { project } from "./packed.ts";

test("PACK-8: the image listens where others reach it, keeps everything in its volume, and runs as a user who is not root", async () => {
  const steps = readDockerfile(
    await readFile(join(project, "packaging/docker/Dockerfile"), "utf8"),
  );
  const last = steps.slice(steps.findLastIndex(({ name }) => name === "FROM"));
  const of = (name: string): readonly string[] =>
    last.filter((step) => step.name === name).map(({ text }) => text);
  const env = Object.assign({}, ...of("ENV").map(variablesOf));
  assert.deepEqual(of("VOLUME"), [env.FLOORPLAN_DATA]);
  assert.equal(env.FLOORPLAN_HOST, "0.0.0.0");
  const known = new Set(["NODE_ENV", ...settingNames.map(environmentName)]);
  assert.deepEqual(
    Object.keys(env).filter((name) => !known.has(name)),
    [],
  );
  assert.deepEqual([of("USER"), of("EXPOSE")], [["node"], ["8125"]]);
});

test("PACK-8: a step of a Dockerfile that is not known is told, and not left out", () => {
  assert.throws(() => readDockerfile("FROM a\nADD b c\n"), /ADD b c/);
});
