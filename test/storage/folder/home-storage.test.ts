import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isRight, right } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../../wal/index.ts";
import { inspectLog } from "../../../src/backup/folder-home.ts";
import { usersFile } from "../../../src/auth/user-directory.ts";
import { samplePlan } from "../../support/plans.ts";
import { newUser, startTestService, temporaryFolder } from "../../support/service.ts";
import { bounded, until, ofMany } from "../../support/timeouts.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { bytesIn, moved, openHome, textsOf } from "./homes.ts";

const KiB = 1024;

const house = (number: number): string => JSON.stringify(samplePlan("house", number));

const largestIn = async (folder: string): Promise<number> => {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return Math.max(...(await Promise.all(sizes)));
};

test(
  "HOMES-20: one of many homes with a plan of 92 kB and 30 changes takes 300 KiB, open or closed, and has no segment in advance",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    await newUser(data, "admin", true);
    const home = await openHome(data);
    await home.save(house(1));
    for (let number = 1; number <= 30; number += 1) await home.change(moved(number));
    const open = await bytesIn(data);
    const texts = await textsOf(home);
    await home.close();
    const closed = await bytesIn(data);
    for (const bytes of [open, closed]) assert(bytes < 300 * KiB, `${bytes} bytes`);
    assert(!(await readdir(join(data, "log"))).includes("spare.tmp"));
    assert(!(await readdir(data)).includes("lock"), "no lock is taken in it");
    const again = await openHome(data);
    assert.deepEqual(await textsOf(again), texts);
    assert.equal(texts.size, 21);
    await again.close();
  },
);

test(
  "HOMES-20, HOMES-21: after thousands of changes a home takes at most 1.5 MiB, its history included, which a snapshot holds as changes",
  ofMany,
  async (t) => {
    const data = await temporaryFolder(t);
    await newUser(data, "admin", true);
    const home = await openHome(data);
    await home.save(house(1));
    let most = 0;
    for (let number = 1; number <= 2000; number += 100) {
      const numbers = Array.from({ length: 100 }, (_, at) => number + at);
      await Promise.all(numbers.map((each) => home.change(moved(each))));
      most = Math.max(most, await bytesIn(data));
    }
    assert(most < 1536 * KiB, `at most ${most} bytes`);
    const texts = await textsOf(home);
    await home.close();
    const snapshots = (await readdir(join(data, "log"))).filter((name) => name.endsWith(".snap"));
    assert(snapshots.length > 0, "there is a snapshot");
    for (const name of snapshots) {
      const { size } = await stat(join(data, "log", name));
      assert(size < 150 * KiB, `${name} has ${size} bytes`);
    }
    const again = await openHome(data);
    assert.deepEqual(await textsOf(again), texts);
    await again.close();
    assert(isRight((await inspectLog(nodeFileSystem, data)).result));
  },
);

test(
  "HOMES-20: a home with a plan of 5 MB is saved, changed and opened again like others",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    await newUser(data, "admin", true);
    const filler = "x".repeat(5_000_000);
    const home = await openHome(data);
    await home.save(JSON.stringify({ ...samplePlan("house", 1), filler }));
    for (let number = 1; number <= 30; number += 1) await home.change(moved(number));
    await home.save(JSON.stringify({ ...samplePlan("house", 2), filler: `${filler}y` }));
    const texts = await textsOf(home);
    await home.close();
    const again = await openHome(data);
    assert.deepEqual(await textsOf(again), texts);
    assert.equal(await again.change(moved(31)), 33);
    await again.close();
  },
);

test(
  "HOMES-22: the folder of a single home becomes one of many, which takes less room once its segment is full, and becomes one of its own again",
  bounded,
  async (t) => {
    const single = await startTestService(t);
    await single.stop();
    const { data } = single;
    const home = await openHome(data);
    await home.save(house(1));
    for (let number = 1; number <= 10; number += 1) await home.change(moved(number));
    assert((await largestIn(join(data, "log"))) < 300 * KiB, "the large segment is gone");
    await home.close();
    const again = await startTestService(t, { again: single });
    const loaded = await again.service.loaded;
    assert(isRight(loaded));
    assert.equal(loaded.right.rev, 11);
    await again.stop();
    const back = await openHome(data);
    assert.equal(back.actor.revision, 11);
    await back.close();
  },
);

test(
  "HOMES-23: a change of a home's users that this process makes is told at once, and one of a command within home-poll-ms",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    await newUser(data, "admin", true);
    const home = await openHome(data, nodeFileSystem, { homePollMs: 50 });
    const { users } = home.storage;
    const isEmpty = (): boolean => {
      const content = users.read();
      return isRight(content) && content.right.users.length === 0;
    };
    let [isTold, isNoticed] = [false, false];
    const told = boundary("the users could not be looked at", () => {
      isTold = true;
      isNoticed ||= isEmpty();
    });
    const end = users.watch(told);
    assert(isRight(await users.change((content) => right([content, undefined]))));
    assert(isTold, "before the change resolves");
    await usersFile(data).change((content) => right([{ ...content, users: [] }, undefined]));
    await until(() => isNoticed);
    end();
    await home.close();
  },
);
