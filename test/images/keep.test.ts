import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type ImageDisk, nodeImageDisk } from "../../src/images/image-store.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { bytesAt, imageFiles, plainPath, remove, upload, versionOf } from "./image-requests.ts";
import { pngOf, svgOf } from "./pictures.ts";

const hour = 3_600_000;

/** A plan that shows images, with a room so that it goes to the history. */
const planWith = (...urls: readonly string[]): Record<string, unknown> => ({
  rooms: [{ id: "r" }],
  backgrounds: Object.fromEntries(urls.map((url, index) => [`${index}`, { url }])),
});

/** Saves plans without images until none before is in the history any more. */
const pushOut = async (peer: Peer): Promise<void> => {
  for (let save = 0; save < 21; save += 1) await peer.save({ rooms: [{ id: "r" }] });
};

/** A disk that tells which names were removed from the folder of the images. */
const watchedDisk = () => {
  const removed = new Map<string, number>();
  const waiting = new Set<() => void>();
  const disk: ImageDisk = {
    ...nodeImageDisk,
    remove: async (path) => {
      await nodeImageDisk.remove(path);
      removed.set(path.replace(/.*\//, ""), Date.now());
      for (const wake of waiting) wake();
    },
  };
  /** Resolves with when a name was removed. */
  const gone = async (file: string): Promise<number> => {
    for (;;) {
      const at = removed.get(file);
      if (at !== undefined) return at;
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  };
  return { disk, gone };
};

/** The numbered name of an image. */
const numberedFile = (url: string): string =>
  plainPath(url)
    .replace(/.*\//, "")
    .replace(/\.(\w+)$/, `.${versionOf(url)}.$1`);

const start = async (t: TestContext, config: Partial<TestService["config"]> = {}) => {
  const { disk, gone } = watchedDisk();
  const service = await startTestService(t, { imageDisk: disk, config });
  return { service, gone, peer: await Peer.login(t, service.port, service.admin) };
};

test(
  "IMG-16, IMG-17: an image that the current plan or the history shows is kept, and goes with the last plan",
  bounded,
  async (t) => {
    const { service, gone, peer } = await start(t);
    const [old, newer] = [pngOf(300, 1), pngOf(400, 2)];
    const shown = await upload(service, "0", old, "a.png");
    await peer.save(planWith(shown));
    const next = await upload(service, "0", newer, "b.png");
    await peer.save(planWith(next));
    for (let save = 0; save < 19; save += 1) {
      assert.deepEqual(await bytesAt(service, shown), old, `after ${save} more saves`);
      await peer.save({ rooms: [{ id: "r" }] });
    }
    assert.deepEqual(await bytesAt(service, shown), old);
    assert.deepEqual(await bytesAt(service, plainPath(shown)), newer);
    await peer.save({ rooms: [] });
    await gone(numberedFile(shown));
    assert(!(await imageFiles(service)).includes(numberedFile(shown)));
    assert.deepEqual(await bytesAt(service, next), newer);
  },
);

test(
  "IMG-17: the newest image of a floor is never removed, whatever no plan shows",
  bounded,
  async (t) => {
    const { service, gone, peer } = await start(t, { imageUnusedMs: 0 });
    const [first, second] = [await upload(service, "0", pngOf(100), "a.png"), svgOf("x")];
    await peer.save(planWith(first));
    const newest = await upload(service, "0", second, "a.svg");
    await pushOut(peer);
    await gone(numberedFile(first));
    const other = await upload(service, "1", pngOf(50), "a.png");
    await upload(service, "1", pngOf(60), "a.png");
    await gone(numberedFile(other));
    assert.deepEqual(await bytesAt(service, newest), second);
    assert.deepEqual(await bytesAt(service, plainPath(newest)), second);
    assert.equal((await imageFiles(service)).filter((file) => file.startsWith("bg_0")).length, 2);
  },
);

test(
  "IMG-16, IMG-17: a deleted image stays where a plan shows it, until none does",
  bounded,
  async (t) => {
    const { service, gone, peer } = await start(t);
    const shown = await upload(service, "0", pngOf(300, 1), "a.png");
    await peer.save(planWith(shown));
    await remove(service, "level=0");
    assert.equal(await bytesAt(service, plainPath(shown)), undefined);
    assert.deepEqual(await bytesAt(service, shown), pngOf(300, 1));
    await pushOut(peer);
    await gone(numberedFile(shown));
    assert.deepEqual(await imageFiles(service), []);
  },
);

test("IMG-17: a deleted image that no plan shows is removed at once", bounded, async (t) => {
  const { service, gone } = await start(t);
  const [first, second] = [
    await upload(service, "0", pngOf(100), "a.png"),
    await upload(service, "0", pngOf(200), "a.png"),
  ];
  await remove(service, "level=0");
  await Promise.all([gone(numberedFile(first)), gone(numberedFile(second))]);
  assert.equal(await bytesAt(service, second), undefined);
});

test(
  "IMG-17: a deletion does not shorten the time of what is uploaded after it",
  bounded,
  async (t) => {
    const { service, peer } = await start(t);
    await upload(service, "0", pngOf(100), "a.png");
    await remove(service, "level=0");
    const waiting = await upload(service, "0", pngOf(200, 1), "a.png");
    await upload(service, "0", pngOf(300), "a.png");
    await peer.save(planWith());
    await peer.save(planWith(waiting));
    assert.deepEqual(await bytesAt(service, waiting), pngOf(200, 1));
  },
);

test(
  "IMG-16: an image whose plan is saved after somebody else's upload is kept",
  bounded,
  async (t) => {
    const { service, peer } = await start(t);
    const mine = await upload(service, "0", pngOf(300, 1), "a.png");
    const theirs = await upload(service, "0", pngOf(400, 2), "b.png");
    await peer.save(planWith(theirs));
    assert.deepEqual(await bytesAt(service, mine), pngOf(300, 1));
    await peer.save(planWith(mine));
    assert.deepEqual(await bytesAt(service, mine), pngOf(300, 1));
    assert.deepEqual(await bytesAt(service, theirs), pngOf(400, 2));
  },
);

test(
  "IMG-17: what no plan ever showed is removed after its time, also when nobody saves any more",
  bounded,
  async (t) => {
    const imageUnusedMs = 2000;
    const { service, gone } = await start(t, { imageUnusedMs });
    const unused = await upload(service, "0", pngOf(300), "a.png");
    const newest = await upload(service, "0", pngOf(400), "a.png");
    assert((await gone(numberedFile(unused))) >= versionOf(unused) + imageUnusedMs);
    assert.equal((await bytesAt(service, newest))?.length, 400);
  },
);

test("IMG-17: the time of an unused image goes on over a restart", bounded, async (t) => {
  const first = await start(t);
  const unused = await upload(first.service, "0", pngOf(300), "a.png");
  const shown = await upload(first.service, "1", pngOf(300), "a.png");
  await first.peer.save(planWith(shown));
  for (const level of ["0", "1"]) await upload(first.service, level, pngOf(400), "a.png");
  await first.service.stop();
  const { disk, gone } = watchedDisk();
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 25 * hour });
  const again = await startTestService(t, { again: first.service, imageDisk: disk });
  await gone(numberedFile(unused));
  assert.deepEqual(await bytesAt(again, shown), pngOf(300));
});

test(
  "IMG-17: what the oldest plan alone showed goes with a save that comes before the start has listed the images",
  bounded,
  async (t) => {
    const first = await start(t);
    const shown = await upload(first.service, "0", pngOf(300), "a.png");
    await first.peer.save(planWith(shown));
    await upload(first.service, "0", pngOf(400), "a.png");
    for (let save = 0; save < 20; save += 1) await first.peer.save({ rooms: [{ id: "r" }] });
    await first.service.stop();
    const { disk, gone } = watchedDisk();
    let saved: (() => void) | undefined;
    const isSaved = new Promise<void>((resolve) => (saved = resolve));
    let lists = 0;
    const imageDisk: ImageDisk = {
      ...disk,
      list: async (folder) => {
        // The first look at the folder is the one that readies it.
        if (!folder.endsWith("incoming") && ++lists > 1) await isSaved;
        return disk.list(folder);
      },
    };
    const again = await startTestService(t, { again: first.service, imageDisk });
    const peer = await Peer.login(t, again.port, again.admin);
    await peer.save({ rooms: [{ id: "r" }] });
    saved?.();
    await gone(numberedFile(shown));
  },
);

const placesOfUrl: Readonly<Record<string, (url: string) => unknown>> = {
  "in a field of its own": (url) => ({ rooms: [{}], card: { deep: [{ picture: url }] } }),
  "as a key": (url) => ({ rooms: [{}], opacity: { [url]: 1 } }),
  "with the service's address": (url) => ({ rooms: [{}], u: `https://home.example:8125${url}` }),
  "with more behind it": (url) => ({ rooms: [{}], u: `${url}&t=1#x` }),
  "in a text": (url) => ({ rooms: [{}], u: `url('${url}') no-repeat` }),
};

for (const [what, planOf] of Object.entries(placesOfUrl))
  test(`IMG-16: an image is kept where a plan refers to it ${what}`, bounded, async (t) => {
    const { service, gone, peer } = await start(t, { imageUnusedMs: 0 });
    const kept = await upload(service, "Some_level-1", pngOf(300, 1), "a.png");
    await peer.save(planOf(kept));
    const between = await upload(service, "Some_level-1", pngOf(350), "a.png");
    await upload(service, "Some_level-1", pngOf(400), "a.png");
    await gone(numberedFile(between));
    assert.deepEqual(await bytesAt(service, kept), pngOf(300, 1));
  });

test(
  "IMG-16: an image that a save shows again, while it is on the point of being removed, stays",
  bounded,
  async (t) => {
    let atLast: (() => Promise<void>) | undefined;
    let file = "none";
    const imageDisk: ImageDisk = {
      ...nodeImageDisk,
      identity: async (path) => {
        if (path.endsWith(file)) {
          const act = atLast;
          atLast = undefined;
          await act?.();
        }
        return nodeImageDisk.identity(path);
      },
    };
    const service = await startTestService(t, { imageDisk });
    const peer = await Peer.login(t, service.port, service.admin);
    const old = pngOf(300, 1);
    const shown = await upload(service, "0", old, "a.png");
    await peer.save(planWith(shown));
    await upload(service, "0", pngOf(400, 2), "b.png");
    const other = await Peer.login(t, service.port, service.admin);
    const broughtBack = new Promise<void>((resolve) => {
      atLast = async () => {
        await other.save(planWith(shown));
        resolve();
      };
    });
    file = numberedFile(shown);
    await pushOut(peer);
    await broughtBack;
    await service.stop();
    const again = await startTestService(t, { again: service });
    assert.deepEqual(await bytesAt(again, shown), old);
  },
);
