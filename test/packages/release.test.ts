import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { PathReporter } from "io-ts/lib/PathReporter.js";
import { parse } from "yaml";
import { project } from "./packed.ts";

const file = join(project, ".github/workflows/release.yml");

const step = t.partial({ run: t.string, uses: t.string, with: t.UnknownRecord });
const workflow = t.type({
  on: t.type({ push: t.type({ tags: t.array(t.string) }) }),
  permissions: t.exact(t.type({})),
  jobs: t.record(
    t.string,
    t.type({ permissions: t.record(t.string, t.string), steps: t.array(step) }),
  ),
});

const readWorkflow = async (): Promise<t.TypeOf<typeof workflow>> => {
  const decoded = workflow.decode(parse(await readFile(file, "utf8")));
  assert(!isLeft(decoded), PathReporter.report(decoded).join("\n"));
  return decoded.right;
};

test("PACK-20: the workflow of a release runs on a tag, and each of its jobs may do no more than it needs", async () => {
  const { on, permissions, jobs } = await readWorkflow();
  assert.deepEqual([on.push.tags, permissions], [["v*"], {}]);
  const rights = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
  assert.deepEqual(Object.fromEntries(rights), {
    package: { contents: "read" },
    image: { contents: "read", packages: "write" },
    release: { contents: "write", packages: "write" },
    demo: { pages: "write", "id-token": "write" },
  });
});

test("PACK-20: the workflow of a release names actions by their commit, and scripts and files that exist", async () => {
  const { jobs } = await readWorkflow();
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  for (const { uses } of steps)
    assert(uses === undefined || /^actions\/[a-z-]+@[0-9a-f]{40}$/.test(uses), uses);
  const { scripts } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const lines = steps.map(({ run }) => run ?? "").join("\n");
  for (const [, name = ""] of lines.matchAll(/\bnpm run ([\w:-]+)/g)) assert(name in scripts, name);
  const files = [...lines.matchAll(/(?:\bnode|--file) ([\w./-]+\/[\w./-]+)/g)];
  assert.deepEqual(
    files.map(([, path]) => path),
    ["build/hacs.mjs", "packaging/docker/Dockerfile"],
  );
  for (const [, path = ""] of files) assert(existsSync(join(project, path)), path);
  for (const { run = "" } of steps) {
    const { status, stderr } = spawnSync("bash", ["-n", "-c", run], { encoding: "utf8" });
    assert.equal(status, 0, `${run}: ${stderr}`);
  }
});

test("PACK-20: the demo that is published is the folder that `npm run demo` makes", async () => {
  const { jobs } = await readWorkflow();
  const steps = jobs["package"]?.steps ?? [];
  const made = steps.findIndex(({ run }) => run === "npm run demo");
  const uploaded = steps.findIndex(({ uses = "" }) => uses.includes("/upload-pages-artifact@"));
  assert(made >= 0 && made < uploaded, `${made}, ${uploaded}`);
  assert.deepEqual(steps[uploaded]?.with, { path: "dist/demo" });
});

test("PACK-20: a tag that is not the package's version publishes nothing", async () => {
  const { jobs } = await readWorkflow();
  const { version } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const check = jobs["package"]?.steps.find(({ run }) => run?.includes("GITHUB_REF_NAME"))?.run;
  assert(check !== undefined);
  const outcomeOf = (tag: string): number | null =>
    spawnSync("bash", ["-e", "-c", check], {
      cwd: project,
      env: { PATH: process.env["PATH"], GITHUB_REF_NAME: tag },
    }).status;
  assert.deepEqual([outcomeOf(`v${version}`), outcomeOf("v99.0.0"), outcomeOf(version)], [0, 1, 1]);
});
