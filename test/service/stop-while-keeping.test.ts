import assert from "node:assert/strict";
import { test } from "node:test";
import { nodeImageDisk } from "../../src/images/image-store.ts";
import type { FileSystem } from "../../wal/index.ts";
import { upload } from "../images/image-requests.ts";
import { pngOf } from "../images/pictures.ts";
import { bounded, until } from "../support/timeouts.ts";
import { diskWith } from "../support/disk.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";

/** Something that waits until it is let go. */
const held = () => {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  return { gone, letGo };
};

const plan = (number: number) => ({ rooms: [{ id: "r", name: `${number} ${"x".repeat(2000)}` }] });

test(
  "OPS-3: a stop waits for what the images' keeper still asks of the plan, and for the snapshot that this starts, before it closes the log",
  bounded,
  async (t) => {
    const [looking, writing] = [held(), held()];
    let [mayLook, isLooking, open] = [true, false, 0];
    const imageDisk = {
      ...nodeImageDisk,
      // The keeper lists the images, and asks the plan before it removes one.
      list: async (folder: string) => {
        isLooking = !mayLook;
        if (isLooking) await looking.gone;
        return nodeImageDisk.list(folder);
      },
    };
    let syncs = 0;
    const disk = diskWith(async ({ name, path }) => {
      if (name === "close") open -= 1;
      if (name === "write" && path.includes(".snap")) await writing.gone;
    });
    const fs = {
      ...disk,
      open: async (path: string, mode: Parameters<FileSystem["open"]>[1]) => {
        const file = await disk.open(path, mode);
        open += 1;
        return file;
      },
      openFolder: async (path: string) => {
        const folder = await disk.openFolder(path);
        open += 1;
        const sync = async (): Promise<void> => {
          await folder.sync();
          syncs += 1;
        };
        return { ...folder, sync };
      },
    };
    const service = await startTestService(t, {
      fs,
      imageDisk,
      config: { segmentBytes: 4096, snapshotBytes: 4096, imageUnusedMs: 0 },
    });
    const written = () => service.log.filter(({ kind }) => kind === "snapshot-written").length;
    const peer = await Peer.login(t, service.port, service.admin);
    await upload(service, "0", pngOf(300, 1), "a.png");
    // The first snapshot is held, and so many saves follow that the next one is due after it.
    for (let number = 1; number <= 30; number += 1) await peer.save(plan(number));
    mayLook = false;
    await upload(service, "0", pngOf(300, 2), "b.png");
    await peer.save(plan(31));
    await until(() => isLooking);
    const stopped = service.stop();
    await peer.closed;
    const before = syncs;
    writing.letGo();
    // The one that names the snapshot, and the one after which it is over.
    await until(() => syncs === before + 2);
    looking.letGo();
    await stopped;
    assert.equal(written(), 2, "the keeper's question was followed by the snapshot that was due");
    assert.deepEqual(
      service.log.filter(({ level }) => Number(level) >= 40),
      [],
      "nothing failed",
    );
    assert.equal(open, 0, "and every file of the log is closed");
  },
);
