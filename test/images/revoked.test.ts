import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { removeUser, usersFile } from "../../src/host/users/user-directory.ts";
import { bounded } from "../support/bounded.ts";
import { newUser, startTestService, type TestService } from "../support/service.ts";
import { bytesAt, formOf, imageFiles, incomingFiles, plainPath, upload } from "./endpoint.ts";
import { endlessDrawings } from "./image-disks.ts";
import { pngOf, svgOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, RawHttp, uploadHead } from "./raw-http.ts";

const revoke = async ({ data }: TestService, name: string): Promise<void> =>
  assert(isRight(await removeUser(usersFile(data), name)));

test(
  "IMG-25: an upload ends with 401 when its token is revoked while the body comes, and another's goes on",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const old = pngOf(5000, 1);
    const url = await upload(service, "0", old, "a.png");
    const before = await imageFiles(service);
    const leaving = await newUser(service.data, "leaving", true);
    const form = formBytes([levelPart("0"), filePart(pngOf(200_000, 2))]);
    const begin = async (token: string): Promise<RawHttp> => {
      const client = new RawHttp(t, service.port);
      const lines = [`Content-Length: ${form.length}`, "Expect: 100-continue"];
      await client.send(uploadHead(token, lines));
      // It is let in when it is asked for the body.
      while (!client.received.includes("100 Continue"))
        await new Promise((resolve) => client.socket.once("data", resolve));
      await client.send(form.subarray(0, 100_000));
      return client;
    };
    const ended = await begin(leaving);
    const other = await begin(service.admin);
    await revoke(service, "leaving");
    const answer = await ended.answer();
    assert.deepEqual([answer?.status, answer?.body], [401, "401: Unauthorized"]);
    await ended.send(form.subarray(100_000));
    assert.deepEqual(await imageFiles(service), before);
    assert.deepEqual(await bytesAt(service, plainPath(url)), old, "the old image is whole");
    assert.equal((await incomingFiles(service)).length, 1, "the other's upload goes on");
    await other.send(form.subarray(100_000));
    assert.equal((await other.answer())?.status, 200);
    assert.deepEqual(await incomingFiles(service), []);
  },
);

test(
  "IMG-25: an upload ends with 401 when its token is revoked while it is checked",
  bounded,
  async (t) => {
    const { imageDisk, begun } = endlessDrawings();
    const service = await startTestService(t, { imageDisk });
    const leaving = await newUser(service.data, "leaving", true);
    const answer = fetch(`${service.url}/api/floorplan/background`, {
      method: "POST",
      headers: { Authorization: `Bearer ${leaving}` },
      body: formOf("0", svgOf("x"), "a.svg"),
    });
    await begun;
    await revoke(service, "leaving");
    assert.equal((await answer).status, 401);
    assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
  },
);
