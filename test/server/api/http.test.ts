import assert from "node:assert/strict";
import { test } from "node:test";
import { anyObject } from "../../../src/model/codec.ts";
import { pngOf } from "../../images/pictures.ts";
import { bounded } from "../../support/timeouts.ts";
import type { Message } from "../../support/peer.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { assertFits, documentOf, within } from "./documented.ts";

/** Asks for something, and holds the answer against what the document says of that path, method and status. */
const asking =
  (document: Message, { url }: TestService) =>
  async (path: string, target: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(`${url}${target}`, init);
    const { status } = response;
    const method = (init.method ?? "GET").toLowerCase();
    const what = `${method} ${target}: ${status}`;
    const responses = within(document, "paths", path, method, "responses");
    assert(Object.hasOwn(responses, status), `${what} is documented`);
    const { content } = within(responses, String(status));
    const text = await response.text();
    if (content === undefined) {
      assert.equal(text, "", what);
      return undefined;
    }
    const [mediaType = ""] = (response.headers.get("content-type") ?? "").split(";");
    const { schema } = within(content, Object.hasOwn(within(content), "*/*") ? "*/*" : mediaType);
    const body: unknown = mediaType === "application/json" ? JSON.parse(text) : text;
    if (anyObject.is(schema) && schema["contentMediaType"] === undefined)
      assertFits(schema, body, what);
    return body;
  };

test("API-8: what is asked for over HTTP is answered as its document says", bounded, async (t) => {
  const service = await startTestService(t, {
    config: { imageBytes: 2000, homeAssistant: "http://127.0.0.1:9" },
  });
  const document = await documentOf(service, "openapi");
  const ask = asking(document, service);
  for (const path of Object.keys(within(document, "paths"))) {
    const methods = within(document, "paths", path);
    // What needs no more than the path; what is built may be missing, which is documented as well.
    if (Object.hasOwn(methods, "get")) await ask(path, path.replace("{file}", "none"));
  }
  for (const headers of [
    { Range: "bytes=0-9" },
    { Range: "bytes=99999999-" },
    { "If-Match": '"other"' },
  ])
    for (const path of ["/", "/wall", "/floorplan-card.js"]) await ask(path, path, { headers });
  await ask("/auth/session", "/auth/session", { method: "POST", body: "no JSON" });
  await ask("/auth/session", "/auth/session", { method: "POST", body: "{}" });
  await ask("/auth/session", "/auth/session", { method: "DELETE" });
  const body = JSON.stringify({ code: "c", base: `${service.url}/` });
  await ask("/auth/session", "/auth/session", { method: "POST", body });
  await ask("/auth/link", "/auth/link", { method: "POST", body: "{}" });
  const opening = JSON.stringify({ code: "c", nonce: "n".repeat(22) });
  await ask("/auth/link", "/auth/link", { method: "POST", body: opening });
  await ask("/auth/ingress", "/auth/ingress", { method: "POST" });

  const background = "/api/floorplan/background";
  const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const form = (image: Uint8Array<ArrayBuffer>, level?: string): FormData => {
    const fields = new FormData();
    if (level !== undefined) fields.append("level", level);
    fields.append("file", new File([image], "a.png"));
    return fields;
  };
  const png = new Uint8Array(pngOf(100));
  const upload = (token: string, fields: FormData) =>
    ask(background, background, { method: "POST", body: fields, ...as(token) });
  await upload("nobody", form(png, "0"));
  await upload(service.viewer, form(png, "0"));
  await upload(service.admin, form(png));
  await upload(service.admin, form(new Uint8Array(3000), "0"));
  const uploaded = within(await upload(service.admin, form(png, "0")));
  await ask("/local/floorplan/{file}", String(uploaded["url"]));
  await ask("/local/floorplan/{file}", String(uploaded["url"]), {
    headers: { Range: "bytes=9999-" },
  });
  for (const query of ["", "?level=0"])
    await ask(background, `${background}${query}`, { method: "DELETE", ...as(service.admin) });
});
