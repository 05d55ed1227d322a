import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { PathReporter } from "io-ts/lib/PathReporter.js";
import { parse } from "yaml";
import { anyObject } from "../../../src/model/codec.ts";
import { matching } from "../../support/matching.ts";
import { qualityRules } from "./quality-rules.ts";

/*
 * The rules of Home Assistant's hassfest for a custom integration, as far as they can matter to one without packages of
 * its own: script/hassfest/*.py of home-assistant/core, which is in no package. The manifest's are those of 2026,
 * the others of the newest versions that could be read.
 */

const textList = t.array(t.string);

/** manifest.py, `CUSTOM_INTEGRATION_MANIFEST_SCHEMA`: it takes no other keys. */
const manifestCodec = t.exact(
  t.intersection([
    t.type({
      domain: matching(/^[a-z0-9_]+$/, "a domain"),
      name: t.string,
      codeowners: textList,
      documentation: matching(
        /^https:\/\/(?!www\.home-assistant\.io\/integrations)\S+$/,
        "an own address",
      ),
      iot_class: t.keyof({ calculated: 0, cloud_polling: 0, local_polling: 0, local_push: 0 }),
      version: matching(/^\d+\.\d+\.\d+$/, "a version"),
    }),
    t.partial({
      after_dependencies: textList,
      config_flow: t.boolean,
      dependencies: textList,
      integration_type: t.keyof({ device: 0, entity: 0, helper: 0, hub: 0, service: 0, system: 0 }),
      issue_tracker: matching(/^https?:\/\/\S+$/, "an address"),
      loggers: textList,
      requirements: textList,
      single_config_entry: t.boolean,
      zeroconf: t.array(matching(/^_[a-z0-9-]+\._(?:tcp|udp)\.local\.$/, "a type of a service")),
    }),
  ]),
);

/** dependencies.py, `ALLOWED_USED_COMPONENTS`: platforms and others that need not be named. */
const alwaysThere = new Set(
  "binary_sensor sensor frontend panel_custom persistent_notification websocket_api".split(" "),
);

/** quality_scale.py, `SCHEMA`. */
const scaleCodec = t.type({
  rules: t.record(
    t.string,
    t.union([
      t.keyof({ todo: null, done: null }),
      t.intersection([
        t.type({ status: t.keyof({ todo: null, done: null }) }),
        t.partial({ comment: t.string }),
      ]),
      t.type({ status: t.literal("exempt"), comment: t.string }),
    ]),
  ),
});

interface Named {
  readonly path: string;
  readonly text: string;
}

const textsIn = (value: unknown, path = ""): readonly Named[] =>
  typeof value === "string"
    ? [{ path, text: value }]
    : Object.entries(Object(value)).flatMap(([name, each]) => textsIn(each, `${path}/${name}`));

/** translations.py, `validate_translation_value`: what a text may not have. */
const oddTexts: readonly (readonly [RegExp, string])[] = [
  [/<[a-z][\s\S]*>/i, "HTML"],
  [/'\{\w+\}'/, "a placeholder in single quotes"],
  [/.\[%|%\]./, "a reference among words"],
  [/^\s|\s$/, "a space at an end"],
  [/(?:https?:\/\/|www\.)[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]{2,5}/i, "the address of a site"],
];

const keyRule = /^(?!.+[_-]{2})(?![_-])[a-z0-9-_]+(?<![_-])$/;

/** Which rules the integration in a folder breaks, in sentences. */
export const brokenRules = (folder: string): readonly string[] => {
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const sources = readdirSync(folder).filter((name) => name.endsWith(".py"));
  const code = new Map(sources.map((name) => [name, read(name)]));
  const flow = code.get("config_flow.py") ?? "";
  const broken: string[] = [];
  const rule = (holds: boolean, sentence: string): void => void (holds || broken.push(sentence));

  const told: unknown = JSON.parse(read("manifest.json"));
  const manifest = manifestCodec.decode(told);
  if (isLeft(manifest)) return PathReporter.report(manifest);
  const { domain, name, dependencies = [], zeroconf = [] } = manifest.right;
  const keys = Object.keys(Object(told));
  const order = [
    "domain",
    "name",
    ...keys.filter((key) => !/^(?:domain|name)$/.test(key)).toSorted(),
  ];
  for (const key of keys) rule(key in manifest.right, `manifest: there is no key ${key}`);
  rule(keys.join() === order.join(), "manifest: domain, name, then the others by the alphabet");
  rule(domain === basename(folder), "manifest: the folder has the domain's name");

  for (const [file, text] of code)
    for (const [, plain, list] of text.matchAll(
      /^from homeassistant\.components(?:\.(\w+)\S*)? import ([^\n(]+|\([^)]*\))/gm,
    ))
      for (const used of plain === undefined ? ((list ?? "").match(/\w+/g) ?? []) : [plain])
        rule(
          alwaysThere.has(used) || dependencies.includes(used),
          `dependencies: ${file} uses ${used}`,
        );

  rule(flow.includes("ConfigFlow, domain=DOMAIN"), "config_flow: it is in config_flow.py");
  if (zeroconf.length > 0 || /async_step_(?:hassio|zeroconf)/.test(flow))
    rule(flow.includes("self.async_set_unique_id"), "config_flow: what is discovered has an id");
  rule(
    !/^async def async_setup\(/m.test(code.get("__init__.py") ?? "") ||
      /^CONFIG_SCHEMA = /m.test(code.get("__init__.py") ?? ""),
    "config_schema: what has async_setup says what YAML may have",
  );

  const english: unknown = JSON.parse(read("translations/en.json"));
  const { config, options, services = {}, title } = Object(english);
  for (const { path, text } of textsIn(english)) {
    for (const [odd, what] of oddTexts) rule(!odd.test(text), `translations: ${path} has ${what}`);
    rule(!/\{[^}]*\W[^}]*\}/.test(text), `translations: ${path} has an odd placeholder`);
  }
  rule(title === undefined || title !== name, "translations: no title that is only the name");
  for (const step of [
    ...Object.values(Object(config).step),
    ...Object.values(Object(options).step),
  ])
    for (const key of Object.keys(Object(Object(step).data_description)))
      rule(key in Object(Object(step).data), `translations: ${key} is described and is no field`);
  for (const part of ["entity", "services", "exceptions", "issues"])
    for (const key of Object.keys(Object(Object(english)[part])))
      rule(keyRule.test(key), `translations: ${key} is no key`);
  // Each step, error and end of the flows has words.
  const steps = [...flow.matchAll(/async def async_step_(\w+)\(/g)].map(([, step = ""]) => step);
  for (const step of steps.filter((each) => !/^(?:zeroconf|hassio|reauth|init)$/.test(each)))
    rule(step in Object(config).step, `translations: no words for the step ${step}`);
  for (const [, reason = ""] of flow.matchAll(/async_abort\(reason="(\w+)"/g))
    rule(reason in Object(config).abort, `translations: no words for the end ${reason}`);

  const actions = Object.keys(Object(parse(read("services.yaml"))));
  const icons: unknown = JSON.parse(read("icons.json"));
  const registered = [...code.values()].flatMap((text) =>
    [...text.matchAll(/^ACTION_\w+: Final = "(\w+)"/gm)].map(([, action = ""]) => action),
  );
  rule(
    actions.join() === registered.join(),
    "services: services.yaml has those that are registered",
  );
  for (const action of actions) {
    rule(Object(services)[action]?.name !== undefined, `services: ${action} has no name`);
    rule(
      Object(services)[action]?.description !== undefined,
      `services: ${action} is not described`,
    );
    rule(action in Object(Object(icons).services), `services: ${action} has no icon`);
  }
  for (const { path, text } of textsIn(icons))
    rule(text.startsWith("mdi:"), `icons: ${path} is none of Material Design`);

  const scale = scaleCodec.decode(parse(read("quality_scale.yaml")));
  if (isLeft(scale)) return [...broken, ...PathReporter.report(scale)];
  const known = Object.keys(scale.right.rules);
  for (const each of known) rule(qualityRules.has(each), `quality_scale: there is no rule ${each}`);
  for (const each of qualityRules) rule(known.includes(each), `quality_scale: ${each} is missing`);
  const isDone = (each: string): boolean => scale.right.rules[each] === "done";
  for (const [each, file] of [
    ["diagnostics", "diagnostics.py"],
    ["config-flow", "config_flow.py"],
  ] as const)
    rule(!isDone(each) || existsSync(join(folder, file)), `quality_scale: ${each} is not done`);
  for (const [each, step] of [
    ["discovery", "async_step_zeroconf"],
    ["reauthentication-flow", "async_step_reauth"],
    ["reconfiguration-flow", "async_step_reconfigure"],
    ["unique-config-entry", "_abort_if_unique_id_configured"],
  ] as const)
    rule(!isDone(each) || flow.includes(step), `quality_scale: ${each} is not done`);
  return anyObject.is(told) ? broken : [...broken, "manifest: it is an object"];
};
