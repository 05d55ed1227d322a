import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { inCluster } from "../../../support/timeouts.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { temporaryFolder } from "../../../support/service.ts";

/** A process of tests that starts a member, and prints its process id. */
const starting = `
import { startEtcd } from ${JSON.stringify(new URL("../../../support/etcd.ts", import.meta.url).href)};
const { members } = await startEtcd({ after: () => undefined });
console.log(members[0].pid());
`;

test(
  "PROOF-17: a member of etcd ends with the process of the tests that started it, also where that is killed",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd") || !mayUse(t, "setpriv")) return;
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", starting],
      {
        env: { ...process.env, TMPDIR: await temporaryFolder(t) },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    t.after(() => child.kill("SIGKILL"));
    const [printed]: unknown[] = await once(child.stdout, "data");
    child.kill("SIGKILL");
    await eventually(async () => {
      // What has ended and was not waited for has no command any more.
      const command = await readFile(`/proc/${Number(String(printed))}/cmdline`, "utf8").catch(
        () => "",
      );
      return command === "" ? { seen: undefined } : { not: `it goes on: ${command}` };
    }, 30_000);
  },
);
