import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { imageFiles, incomingFiles, post, formOf, upload } from "./image-requests.ts";
import { pngOf } from "./pictures.ts";
import { type RawAnswer, RawHttp, uploadHead } from "./raw-http.ts";

type Asker = "nobody" | "a stranger" | "a viewer";
const askers: readonly Asker[] = ["nobody", "a stranger", "a viewer"];

const tokenOf = (asker: Asker, { viewer }: TestService): string | undefined =>
  asker === "nobody" ? undefined : asker === "a viewer" ? viewer : "not-a-token";

const checkRefusal = (asker: Asker, answer: RawAnswer | undefined): void => {
  if (asker === "a viewer") {
    assert.equal(answer?.status, 403);
    assert.match(answer.body, /^\{"message":"[^"]*administrators[^"]*"\}\n$/);
  } else {
    assert.equal(answer?.status, 401);
    assert.equal(answer.body, "401: Unauthorized");
    assert.match(answer.head, /content-type: text\/plain/i);
  }
};

const start = (t: TestContext): Promise<TestService> =>
  startTestService(t, { config: { loginDelayMs: 0, loginFailures: 1000 } });

for (const asker of askers) {
  test(
    `IMG-3: ${asker} who waits for leave to send is never asked for the body`,
    bounded,
    async (t) => {
      const service = await start(t);
      const client = new RawHttp(t, service.port);
      void client.send(
        uploadHead(tokenOf(asker, service), ["Content-Length: 1000000", "Expect: 100-continue"]),
      );
      checkRefusal(asker, await client.answer());
      client.socket.destroy();
      assert.doesNotMatch(client.received, /100 Continue/i);
    },
  );

  for (const length of ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
    test(
      `IMG-3: ${asker} is refused before the body is sent, with ${length}`,
      bounded,
      async (t) => {
        const service = await start(t);
        const client = new RawHttp(t, service.port);
        void client.send(uploadHead(tokenOf(asker, service), [length]));
        checkRefusal(asker, await client.answer());
        client.socket.destroy();
        assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
      },
    );

  test(`IMG-3: ${asker} cannot delete an image`, bounded, async (t) => {
    const service = await start(t);
    await upload(service, "0", pngOf(50), "a.png");
    const token = tokenOf(asker, service);
    const response = await fetch(`${service.url}/api/floorplan/background?level=0`, {
      method: "DELETE",
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, asker === "a viewer" ? 403 : 401);
    assert((await imageFiles(service)).includes("bg_0.png"));
  });
}

test("IMG-3: an administrator who waits for leave to send gets it", bounded, async (t) => {
  const service = await start(t);
  const client = new RawHttp(t, service.port);
  void client.send(uploadHead(service.admin, ["Content-Length: 9", "Expect: 100-continue"]));
  while (!client.received.includes("\r\n\r\n"))
    await new Promise((resolve) => client.socket.once("data", resolve));
  assert.match(client.received, /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  void client.send("no form!!");
  assert.equal((await client.answer())?.status, 400);
});

test("IMG-3: other ways to write a token are none", bounded, async (t) => {
  const service = await start(t);
  const { admin } = service;
  for (const value of [admin, `Basic ${admin}`, "Bearer", `Bearer ${admin} x`, `Bearer,${admin}`]) {
    const response = await fetch(`${service.url}/api/floorplan/background?level=0`, {
      method: "DELETE",
      headers: { Authorization: value },
    });
    assert.equal(response.status, 401, value.replace(admin, "TOKEN"));
    assert.equal(await response.text(), "401: Unauthorized");
  }
  const inUrl = await fetch(
    `${service.url}/api/floorplan/background?level=0&access_token=${admin}`,
    { method: "DELETE" },
  );
  assert.equal(inUrl.status, 401);
  assert.equal((await post(service, formOf("0", pngOf(50), "a.png"))).status, 200);
});
