import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { Parser } from "@asyncapi/parser";
import { anyObject } from "../../src/codec/basic.ts";
import { root } from "../house/source-files.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { documentOf } from "./documented.ts";

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

test(
  "API-6: the document of HTTP is OpenAPI 3.1 by Redocly's recommended rules",
  patient,
  async (t) => {
    const service = await startTestService(t, { config });
    const folder = await temporaryFolder(t);
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(await documentOf(service, "openapi")));
    const cli = join(root, "node_modules/@redocly/cli/bin/cli.js");
    const environment = {
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      // Whatever it might ask for in spite of both.
      HTTP_PROXY: "http://127.0.0.1:9",
      HTTPS_PROXY: "http://127.0.0.1:9",
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, "lint", file, "--extends=recommended", "--format=json"],
      { cwd: folder, env: environment },
    );
    const report: unknown = JSON.parse(stdout);
    assert(anyObject.is(report) && Array.isArray(report["problems"]));
    const found = report["problems"].map((each: unknown) =>
      anyObject.is(each) ? `${String(each["severity"])} ${String(each["ruleId"])}` : "",
    );
    // A websocket is opened with 101, so there is no success to be described.
    assert.deepEqual(found, ["warn operation-2xx-response"]);
  },
);
