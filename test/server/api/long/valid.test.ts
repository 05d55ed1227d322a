import assert from "node:assert/strict";
import { test } from "node:test";
import { Parser } from "@asyncapi/parser";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { startTestService } from "../../../support/service.ts";
import { documentOf } from "../documented.ts";

/** Loading the rules takes seconds, and far longer beside other tests. */
const patient = { timeout: 120_000 } as const;

/** With a Home Assistant, which need not be there, a service has all commands and routes. */
const config = { homeAssistant: "http://127.0.0.1:9" };

test(
  "API-6: the document of the websocket is AsyncAPI 3.0 without an error or warning",
  patient,
  async (t) => {
    const service = await startTestService(t, { config });
    const text = JSON.stringify(await documentOf(service, "asyncapi"));
    const { document, diagnostics } = await new Parser().parse(text);
    assert(document !== undefined);
    assert.equal(document.version(), "3.0.0");
    // That there is a newer AsyncAPI is for information only.
    const found = diagnostics.filter(({ code }) => code !== "asyncapi-latest-version");
    assert.deepEqual(found, []);
    const wrong = { ...JSON.parse(text), operations: { odd: { action: "shout" } } };
    assert.notDeepEqual((await new Parser().parse(JSON.stringify(wrong))).diagnostics, []);
  },
);

/** What Spectral's rules want of the looks of a page that is made of the document: tags to group by, and prose. */
const looks = new Set(["info-contact", "operation-description", "operation-tags"]);

test(
  "API-6: the document of HTTP is OpenAPI 3.1 by Spectral's recommended rules",
  patient,
  async (t) => {
    const service = await startTestService(t, { config });
    const document = await documentOf(service, "openapi");
    const spectral = new Spectral();
    spectral.setRuleset(new Ruleset({ extends: [[rulesets.oas, "recommended"]] }));
    const foundIn = async (each: unknown): Promise<readonly string[]> => {
      const found = await spectral.run(JSON.stringify(each));
      return found
        .filter(({ code }) => !looks.has(String(code)))
        .map(({ code, path }) => `${code} ${path.join(" ")}`);
    };
    // A websocket is opened with 101, so there is no success to be described.
    const odd = "operation-success-response paths /api/websocket get responses";
    assert.deepEqual(await foundIn(document), [odd]);
    const wrong = { ...document, servers: "here" };
    assert.notDeepEqual(await foundIn(wrong), [odd]);
  },
);
