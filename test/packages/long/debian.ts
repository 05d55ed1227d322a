import { execFile } from "node:child_process";
import { chmod, cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "../../support/service.ts";

const run = promisify(execFile);

/** The certificates that this machine trusts beside the usual ones, where it says so. */
export const certificates = process.env["NODE_EXTRA_CA_CERTS"];
const within = "/etc/ssl/certs/ca-certificates.crt";

/** Variables with which npm gets to its registry in a system made here as it does on this machine. */
export const network: Readonly<Record<string, string>> =
  certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: within, npm_config_cafile: within };

/** Where programs lie in such a system. */
export const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Makes a Debian of its essential packages and those that are named, in a folder that is gone at the end of the test,
 * and returns the folder. Takes root, mmdebstrap, and the network.
 */
export const makeDebian = async (
  t: TestContext,
  suite: string,
  packages: readonly string[],
): Promise<string> => {
  const folder = await temporaryFolder(t);
  const root = join(folder, "debian");
  const wanted = ["--variant=essential", `--include=${packages.join(",")}`, "--quiet"];
  await run("mmdebstrap", [...wanted, suite, root], { maxBuffer: 1 << 26 });
  await cp("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  if (certificates !== undefined) {
    await mkdir(join(root, dirname(within)), { recursive: true });
    await cp(certificates, join(root, within));
  }
  await chmod(folder, 0o755);
  return root;
};
