import assert from "node:assert/strict";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Changer, Held, Watched } from "../plan/changes/changer.ts";
import { range } from "../service/revisions.ts";
import { recordsIn } from "../storage/folder/changed-log.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";

const frozen = join(import.meta.dirname, "frozen-v1", "data");

test(
  "LOG-26, LOG-43: a data folder of format version 1 is continued with changes and opened again, and its files but the newest segment stay as they are",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    await cp(frozen, data, { recursive: true });
    const again = { data, admin: "frozen-admin", viewer: "" };
    let service = await startTestService(t, { again });
    let by = await Changer.login(t, service);
    const first = await by.plan();
    const rev = Number(/^\{"rev":(\d+)/.exec(first)?.[1]);
    const texts = new Map<number, string>();
    const value = `"${"long ".repeat(1000)}"`;
    // With a room, so that it comes into the history.
    await by.changed(
      rev,
      `[{"op":"add","path":"/note","value":${value}},{"op":"add","path":"/rooms/-","value":{}}]`,
    );
    for (const next of range(rev + 1, rev + 9)) {
      texts.set(next, await by.plan());
      await by.changed(next, `[{"op":"add","path":"/count","value":${next}.0}]`);
    }
    texts.set(rev + 10, await by.plan());
    await service.stop();
    const records = await recordsIn(join(data, "log"));
    const changes = records.filter(({ isChange }) => isChange).map((record) => record.rev);
    assert.deepEqual(changes, range(rev + 2, rev + 10), "what differs little is stored as changes");
    const names = (await readdir(join(frozen, "log"))).filter((name) =>
      /\.(?:seg|snap)$/.test(name),
    );
    const newest = names
      .filter((name) => name.endsWith(".seg"))
      .toSorted()
      .at(-1);
    let kept = 0;
    for (const name of await readdir(join(data, "log"))) {
      if (!names.includes(name) || name === newest) continue;
      const [now, then] = await Promise.all(
        [data, frozen].map((folder) => readFile(join(folder, "log", name))),
      );
      assert(now !== undefined && then?.equals(now), `${name} is as it was`);
      kept += 1;
    }
    assert(kept > 0, "some of its files are still there");

    service = await startTestService(t, { again });
    by = await Changer.login(t, service);
    assert.equal(await by.plan(), texts.get(rev + 10));
    for (const [each, text] of texts) {
      const reply = await by.ask("history/get", `,"rev":${each}`);
      assert.equal(reply.get("result"), text, `revision ${each}`);
    }
    const held = new Held();
    held.text = texts.get(rev + 1) ?? "";
    held.rev = rev + 1;
    held.take(await (await Watched.start(t, service, "plan/follow", `,"rev":${rev + 1}`)).next());
    assert.deepEqual(held.came, [{ rev: rev + 10, from: rev + 1 }]);
    assert.equal(held.text, texts.get(rev + 10));
    await by.changed(rev + 10, "[]");
  },
);
