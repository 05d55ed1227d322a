import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { root, sourceFiles } from "../support/source-files.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { assertWay, callRecorder, sourcesOf, wayBelow } from "./recorded-calls.ts";

const readPage = (): Promise<string> => readFile(join(root, "docs/architecture.md"), "utf8");

const sources = new Set(sourceFiles("src", "wal"));

/** The file of a script of this process. */
const fileOf = (script: string): string | undefined =>
  script.startsWith("file:") ? fileURLToPath(new URL(script)) : undefined;

test(
  "HOUSE-9: docs/architecture.md lists the files that a save passes, in the order of their first call",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const editor = await Peer.login(t, service.port, service.admin);
    const viewer = await Peer.login(t, service.port, service.viewer);
    await viewer.result("floorplan/plan/subscribe");
    await viewer.nextEvent();
    let rev = 0;
    /** A save, until it is shown to the viewer and what it leads to is done. */
    const save = async (): Promise<void> => {
      rev = await editor.save(numberedPlan(rev), rev);
      await viewer.nextEvent();
      await sleep(200);
    };
    // What is done for the first one alone is no part of the way.
    for (let count = 0; count < 3; count += 1) await save();
    const session = new Session();
    session.connect();
    t.after(() => session.disconnect());
    const recorder = await callRecorder(
      (method, params) => session.post(method, params),
      sourcesOf(fileOf, (source) => sources.has(source)),
      save,
    );
    const passed = await recorder.record(save);
    await recorder.end();
    assertWay(wayBelow(await readPage(), "## The way of a save"), passed);
  },
);

test("HOUSE-9: docs/architecture.md names the rooms, no others, and no file that is not there", async () => {
  const page = await readPage();
  const named = [...page.matchAll(/^\| `((?:src|wal)\/[a-z-]*\/?)` \|/gm)].map(
    ([, path = ""]) => path,
  );
  const entries = new Set(
    [...sources].flatMap((file) => /^(?:wal\/|src\/[^/]+\/)/.exec(file)?.[0] ?? []),
  );
  assert.deepEqual(named.toSorted(), [...entries].toSorted());
  const paths = [...page.matchAll(/`((?:src|wal|test)\/[^`]*)`/g)].map(([, path = ""]) => path);
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, path))),
    [],
  );
});
