import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { type ImageDisk, nodeImageDisk } from "../../src/images/image-store.ts";
import { removeUser, usersFile } from "../../src/auth/user-directory.ts";
import { bounded, until } from "../support/timeouts.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import { newUser, startTestService, type TestService } from "../support/service.ts";
import { signIn, signOut } from "../support/sign-in.ts";
import { bytesAt, formOf, imageFiles, incomingFiles, plainPath, upload } from "./image-requests.ts";
import { endlessDrawings } from "./image-disks.ts";
import { pngOf, svgOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, RawHttp, uploadHead } from "./raw-http.ts";

/** The machine's disk, on which nothing is removed from `hold` to `release`; `hold` resolves when something is to be. */
const heldRemovals = (t: TestContext) => {
  let gate: Promise<void> | undefined;
  let [waits, release] = [(): void => undefined, (): void => undefined];
  const imageDisk: ImageDisk = {
    ...nodeImageDisk,
    remove: async (path) => {
      waits();
      await gate;
      return nodeImageDisk.remove(path);
    },
  };
  t.after(() => release());
  const hold = (): Promise<void> => {
    gate = new Promise((resolve) => (release = resolve));
    return new Promise((resolve) => (waits = resolve));
  };
  return { imageDisk, hold, release: () => release() };
};

const keptIn = ({ data }: TestService, name: string): string =>
  readFileSync(join(data, name), "utf8");

const revoke = async ({ data }: TestService, name: string): Promise<void> =>
  assert(isRight(await removeUser(usersFile(data), name)));

/** An upload of which a part has come. */
const begun = async (t: TestContext, service: TestService, token: string) => {
  const form = formBytes([levelPart("0"), filePart(pngOf(200_000, 2))]);
  const client = new RawHttp(t, service.port);
  const lines = [`Content-Length: ${form.length}`, "Expect: 100-continue"];
  await client.send(uploadHead(token, lines));
  // It is let in when it is asked for the body.
  while (!client.received.includes("100 Continue"))
    await new Promise((resolve) => client.socket.once("data", resolve));
  const others = (await incomingFiles(service)).length;
  await client.send(form.subarray(0, 100_000));
  await eventually(async () => {
    const { length } = await incomingFiles(service);
    return length > others ? { seen: true } : { not: "a part of it is there" };
  }, 10_000);
  return { client, goOn: () => client.send(form.subarray(100_000)) };
};

test(
  "IMG-25: an upload ends with 401 when its token is revoked while the body comes, and another's goes on",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const old = pngOf(5000, 1);
    const url = await upload(service, "0", old, "a.png");
    const before = await imageFiles(service);
    const leaving = await newUser(service.data, "leaving", true);
    const ended = await begun(t, service, leaving);
    const other = await begun(t, service, service.admin);
    await revoke(service, "leaving");
    const answer = await ended.client.answer();
    assert.deepEqual([answer?.status, answer?.body], [401, "401: Unauthorized"]);
    await ended.goOn();
    assert.deepEqual(await imageFiles(service), before);
    assert.deepEqual(await bytesAt(service, plainPath(url)), old, "the old image is whole");
    assert.equal((await incomingFiles(service)).length, 1, "the other's upload goes on");
    await other.goOn();
    assert.equal((await other.client.answer())?.status, 200);
    assert.deepEqual(await incomingFiles(service), []);
  },
);

test(
  "IMG-25: an upload ends with 401 when its token is revoked while it is checked",
  bounded,
  async (t) => {
    const { imageDisk, begun: isBegun } = endlessDrawings();
    const service = await startTestService(t, { imageDisk });
    const leaving = await newUser(service.data, "leaving", true);
    const answer = fetch(`${service.url}/api/floorplan/background`, {
      method: "POST",
      headers: { Authorization: `Bearer ${leaving}` },
      body: formOf("0", svgOf("x"), "a.svg"),
    });
    await isBegun;
    await revoke(service, "leaving");
    assert.equal((await answer).status, 401);
    assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
  },
);

test(
  "AUTH-17, IMG-25: when a revocation is answered an upload with the token has ended",
  bounded,
  async (t) => {
    const { imageDisk, hold, release } = heldRemovals(t);
    const service = await startTestService(t, { imageDisk });
    const desk = await Peer.login(t, service.port, service.admin);
    const other = await Peer.login(t, service.port, service.admin);
    const leaving = await newUser(service.data, "leaving", true);
    const { client } = await begun(t, service, leaving);
    const isEnding = hold();
    const id = desk.newId();
    desk.send({ id, type: "floorplan/tokens/revoke", name: "leaving" });
    await isEnding;
    await until(() => !keptIn(service, "users.json").includes('"leaving"'));
    // Another change of the tokens is written behind this one: an answer that waits for nothing else is out by then.
    await other.result("floorplan/tokens/create", { name: "next" });
    await other.result("auth/current_user");
    assert(!desk.received.some((message) => message["id"] === id), "it goes on so long");
    release();
    assert.equal((await desk.replyTo(id))["success"], true);
    assert.deepEqual(await incomingFiles(service), [], "before the answer");
    assert.equal((await client.answer())?.status, 401);
  },
);

test(
  "AUTH-17, SIGN-5: when a sign-out is answered an upload with the session has ended, and one with another session of the same user goes on",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const { imageDisk, hold, release } = heldRemovals(t);
    const service = await startTestService(t, { imageDisk, config: { homeAssistant: home.url } });
    const [leaving, staying] = [
      await signIn(home, home.owner, service),
      await signIn(home, home.owner, service),
    ];
    const ended = await begun(t, service, leaving);
    const other = await begun(t, service, staying);
    const isEnding = hold();
    let isAnswered = false;
    const answered = signOut(service, leaving).then((status) => {
      isAnswered = true;
      return status;
    });
    await isEnding;
    await until(() => keptIn(service, "sessions.json").match(/token_sha256/g)?.length === 1);
    // Another session is written behind this end: an answer that waits for nothing else is out by then.
    await signIn(home, home.user, service);
    await fetch(`${service.url}/api/websocket`);
    assert(!isAnswered, "it goes on so long");
    release();
    assert.equal(await answered, 200);
    assert.equal((await incomingFiles(service)).length, 1, "before the answer");
    assert.equal((await ended.client.answer())?.status, 401);
    await other.goOn();
    assert.equal((await other.client.answer())?.status, 200);
  },
);
