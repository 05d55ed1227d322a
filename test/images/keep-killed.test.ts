import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { type Served, serveProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import {
  bytesAt,
  imageFiles,
  plainPath,
  type Target,
  upload,
  versionOf,
} from "./image-requests.ts";
import { pngOf } from "./pictures.ts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The URL of floor 0's image in a stored revision. */
const backgroundOf = async (peer: Peer, rev: number): Promise<string> => {
  const plan = await peer.result("floorplan/history/get", { rev });
  assert(isObject(plan) && isObject(plan["backgrounds"]) && isObject(plan["backgrounds"]["0"]));
  const { url } = plan["backgrounds"]["0"];
  assert(typeof url === "string");
  return url;
};

const planWith = (url: string): unknown => ({ rooms: [{ id: "r" }], backgrounds: { 0: { url } } });

const connect = async (t: TestContext, served: Served, admin: string) => {
  const target: Target & { readonly data: string } = { url: served.url, admin, data: served.data };
  return { target, peer: await Peer.login(t, served.port, admin) };
};

const kill = async (served: Served): Promise<void> => {
  served.child.kill("SIGKILL");
  await served.ended;
};

test(
  "IMG-10, IMG-16, IMG-17: the whole story of an image, over processes that are killed",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const first = await serveProgram(t, data);
    const admin = first.token;
    assert(admin !== undefined);
    const [older, newer] = [pngOf(30_000, 1), pngOf(40_000, 2)];
    const one = await connect(t, first, admin);
    const olderUrl = await upload(one.target, "0", older, "a.png");
    const rev = await one.peer.save(planWith(olderUrl));
    const newerUrl = await upload(one.target, "0", newer, "b.png");
    await kill(first);

    const second = await serveProgram(t, data);
    const two = await connect(t, second, admin);
    assert.equal(await backgroundOf(two.peer, rev), olderUrl);
    assert.deepEqual(await bytesAt(two.target, olderUrl), older);
    assert.deepEqual(await bytesAt(two.target, plainPath(olderUrl)), newer);
    await two.peer.save(planWith(newerUrl));
    assert.equal(await backgroundOf(two.peer, rev), olderUrl, "it is in the history now");
    await kill(second);

    const third = await serveProgram(t, data);
    const three = await connect(t, third, admin);
    assert.equal(await backgroundOf(three.peer, rev), olderUrl);
    assert.deepEqual(await bytesAt(three.target, olderUrl), older);
    for (let save = 0; save < 20; save += 1) await three.peer.save(planWith(newerUrl));
    await third.printed("removed an image", "err");
    await kill(third);

    const fourth = await serveProgram(t, data);
    const four = await connect(t, fourth, admin);
    const file = `bg_0.${versionOf(newerUrl)}.png`;
    assert.deepEqual((await imageFiles(four.target)).toSorted(), [file, "bg_0.png"].toSorted());
    assert.deepEqual(await bytesAt(four.target, newerUrl), newer);
    assert.deepEqual(await bytesAt(four.target, plainPath(newerUrl)), newer);
    // The old URL is no dead one: it stands for the newest, as every version that is not kept.
    assert.deepEqual(await bytesAt(four.target, olderUrl), newer);
  },
);
