import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { skipWithout } from "./programs.ts";
import { temporaryFolder } from "./service.ts";

/** A real file system of a few MiB. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills all free space, also after an earlier call. */
  readonly fill: () => Promise<void>;
  /** Frees the space. */
  readonly makeRoom: () => Promise<void>;
}

/**
 * The ways to mount a file system: as root, or as anybody who may be root in a user namespace. Only one process sees the
 * mount; it ends with that process, and is reached through it.
 */
const ways = [["-m"], ["-rm"]] as const;

const lacking =
  "a small disk: root, or users who may make namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0)";

const mount = async (t: TestContext, folder: string, bytes: number, how: readonly string[]) => {
  const script = `mount -t tmpfs -o size=${bytes} tmpfs "$0" && echo mounted && read`;
  // The process ends when its input does, and the mount with the process.
  const child = spawn("unshare", [...how, "bash", "-c", script, folder], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  t.after(() => child.kill("SIGKILL"));
  const isMounted = await new Promise<boolean>((resolve) => {
    child.stdout.once("data", () => resolve(true));
    child.once("error", () => resolve(false)).once("close", () => resolve(false));
  });
  return isMounted ? `/proc/${child.pid}/root${folder}` : undefined;
};

const bytesOfPiece = 4096;

/**
 * Mounts a file system of so many bytes, which is gone after the test. Undefined if that is not allowed; the test is
 * then skipped, or fails with `CI=true`.
 */
export const smallDisk = async (t: TestContext, bytes: number): Promise<SmallDisk | undefined> => {
  const mountPoint = await temporaryFolder(t);
  for (const how of ways) {
    const folder = await mount(t, mountPoint, bytes, how);
    if (folder === undefined) continue;
    const ballast = join(folder, "ballast");
    return {
      folder,
      fill: async () => {
        const file = await open(ballast, "a");
        try {
          for (;;) await file.write(Buffer.alloc(bytesOfPiece));
        } catch (error) {
          assert(error instanceof Error && "code" in error && error.code === "ENOSPC");
        } finally {
          await file.close();
        }
      },
      makeRoom: async () => (await open(ballast, "w")).close(),
    };
  }
  skipWithout(t, lacking);
  return undefined;
};
