import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as t from "io-ts";
import { parse } from "yaml";
import { matching } from "../support/matching.ts";
import { project } from "./packed.ts";

/*
 * What the Supervisor takes as the description of an app, as far as this one uses it: the rules are those of
 * home-assistant/supervisor, supervisor/apps/validate.py (`_SCHEMA_APP_CONFIG`, read at 279166047b25) and
 * supervisor/apps/options.py. What it does not know it drops without a word, so other keys are refused here.
 */

const range = String.raw`\((-?[\d.]+)?,(-?[\d.]+)?\)`;

/** A type of an option: `bool`, `int(1,10)`, `list(a|b)`; with `?` where it may be left out. */
const optionType = matching(
  new RegExp(
    String.raw`^(bool|email|url|port|(str|password|int|float)(${range})?|match\(.*\)|list\(.+\))\??$`,
  ),
  "a type of an option",
);

const port = new t.Type<number>(
  "port",
  (value): value is number =>
    Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536,
  (value, context) =>
    Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536
      ? t.success(Number(value))
      : t.failure(value, context, "expected a port"),
  (value) => value,
);

const portName = matching(/^\d{1,5}\/(tcp|udp)$/, "a port such as 80/tcp");

/** The description of an app. */
export const appConfig = t.exact(
  t.intersection([
    t.type({
      name: t.string,
      version: matching(/^\d+\.\d+\.\d+$/, "a version such as 1.2.3"),
      slug: matching(/^[-_.A-Za-z0-9]+$/, "a slug"),
      description: t.string,
      // The others that it takes are deprecated.
      arch: t.array(t.keyof({ aarch64: null, amd64: null })),
      schema: t.record(t.string, optionType),
      options: t.record(t.string, t.union([t.string, t.number, t.boolean])),
    }),
    t.partial({
      startup: t.keyof({ initialize: 0, system: 0, services: 0, application: 0, once: 0 }),
      init: t.boolean,
      ingress: t.boolean,
      ingress_port: port,
      ingress_stream: t.boolean,
      panel_icon: matching(/^mdi:[a-z-]+$/, "an icon"),
      panel_title: t.string,
      panel_admin: t.boolean,
      homeassistant_api: t.boolean,
      discovery: t.array(t.string),
      ports: t.record(portName, t.union([port, t.null])),
      ports_description: t.record(portName, t.string),
      watchdog: matching(/^(https?|tcp):\/\/\[HOST\]:(\[PORT:\d+\]|\d+)/, "an address to watch"),
      backup: t.keyof({ hot: null, cold: null }),
      timeout: t.refinement(t.Integer, (seconds) => seconds >= 10 && seconds <= 300),
    }),
  ]),
);

/** The description of an app. */
export type AppConfig = t.TypeOf<typeof appConfig>;

/** The description of this app. */
export const readAppConfig = async (): Promise<AppConfig> => {
  const file = join(project, "packaging/home-assistant/config.yaml");
  const config: unknown = parse(await readFile(file, "utf8"));
  assert(appConfig.is(config));
  return config;
};

/** The words of an app in one language. */
export const appTranslations = t.type({
  configuration: t.record(t.string, t.type({ name: t.string, description: t.string })),
  network: t.record(t.string, t.string),
});

/** What makes a repository one of apps; the address and who keeps it may stand there as well. */
export const repositoryConfig = t.type({ name: t.string });
