import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../../support/service.ts";
import { brokenRules } from "./hassfest-rules.ts";
import { components } from "./installed.ts";

/** A copy of the integration as it is published: its manifest names where its documentation is. */
const published = async (t: TestContext): Promise<string> => {
  const folder = join(await temporaryFolder(t), "floorplan");
  await cp(join(components, "floorplan"), folder, { recursive: true });
  const file = join(folder, "manifest.json");
  const manifest = await readFile(file, "utf8");
  const documented = `"documentation": "https://github.com/somebody/floorplan",\n  "integration_type"`;
  await writeFile(file, manifest.replace('"integration_type"', documented));
  return folder;
};

test("INTEG-17: the integration keeps the rules that hassfest applies to a custom integration", async (t) => {
  assert.deepEqual(brokenRules(await published(t)), []);
});

const breaks = [
  ["manifest.json", '"version": "0.1.0"', '"version": "new"', /version/],
  ["manifest.json", '"requirements"', '"needs"', /no key needs/],
  ["manifest.json", '"domain": "floorplan",', "", /domain/],
  ["manifest.json", '"iot_class": "local_polling"', '"iot_class": "local"', /iot_class/],
  ["manifest.json", '"codeowners": [],\n', "", /codeowners/],
  ["manifest.json", '"config_flow": true,\n  "dependencies"', '"dependencies"', undefined],
  ["manifest.json", '"http", ', "", /uses http/],
  ["manifest.json", '"loggers"', '"after_dependencies": [],\n  "loggers"', /by the alphabet/],
  ["config_flow.py", "self.async_set_unique_id", "self.forget", /has an id/],
  ["config_flow.py", "async_step_reauth_confirm", "async_step_other", /for the step other/],
  ["config_flow.py", 'reason="other_service"', 'reason="none"', /for the end none/],
  ["__init__.py", "CONFIG_SCHEMA = ", "SCHEMA = ", /YAML/],
  ["services.yaml", "backup:", "restore:", /registered/],
  ["icons.json", "mdi:backup-restore", "backup", /none of Material Design/],
  ["translations/en.json", "The new token works.", "It works <b>now</b>", /HTML/],
  ["translations/en.json", "{reason}", "'{reason}'", /single quotes/],
  ["translations/en.json", "The new token works.", "See www.example.com", /address of a site/],
  ["translations/en.json", '"panel": "Show', '"sidebar": "Show', /no field/],
  ["quality_scale.yaml", "brands: done", "brands: perfect", /brands/],
  ["quality_scale.yaml", "brands: done", "brand: done", /no rule brand/],
  ["quality_scale.yaml", "comment: There are no conditions.", "", /docs-conditions/],
] as const;

test("INTEG-17: an integration that breaks a rule of hassfest's is found out", async (t) => {
  const folder = await published(t);
  for (const [file, what, instead, sentence] of breaks) {
    const text = await readFile(join(folder, file), "utf8");
    assert(text.includes(what), `${file} has ${what}`);
    await writeFile(join(folder, file), text.replaceAll(what, instead));
    const broken = brokenRules(folder).join("; ");
    if (sentence === undefined) assert.equal(broken, "", what);
    else assert.match(broken, sentence, `${file}: ${what}`);
    await writeFile(join(folder, file), text);
  }
});
