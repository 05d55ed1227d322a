import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { basic } from "../codec/basic.ts";
import { closed } from "../codec/closed.ts";
import { type Answer, type Command, type CommandError, value } from "../host/channel/command.ts";
import type { YamlError } from "../host/yaml/index.ts";
import { RawJson, readRaw } from "../raw-json/raw-json.ts";
import { domainCommand, type Integration } from "./domain-command.ts";

/** What can be dumped; the worker parses it, however much it is. */
const listOrObject = basic(
  "list or object",
  (data): data is RawJson =>
    data instanceof RawJson && (data.kind === "list" || data.kind === "object"),
);

/** Answers with what the YAML service gives, or with why it does not. */
const answer = <A>(
  result: TE.TaskEither<YamlError, A>,
  told: (given: A) => Readonly<Record<string, A>>,
): TE.TaskEither<CommandError, Answer> =>
  pipe(
    result,
    TE.bimap(
      ({ kind, message }) => ({
        code: kind === "invalid" ? "invalid_yaml" : "overloaded",
        message,
      }),
      (given) => value(told(given)),
    ),
  );

/** `yaml/parse`: YAML text as data, read as the host reads it. */
export const yamlParse = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "yaml/parse",
    admin: true,
    fields: closed({ text: t.string }, {}),
    run: ({ text }, _actor, { user }) =>
      answer(integration.yaml.parse(text, user.id), (data) => ({ data })),
  });

/** `yaml/dump`: data as block-style YAML text, as the host writes it. */
export const yamlDump = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "yaml/dump",
    admin: true,
    fields: closed({ data: listOrObject }, {}),
    readers: { data: readRaw },
    run: ({ data }, _actor, { user }) =>
      answer(integration.yaml.dump(data.text, user.id), (text) => ({ text })),
  });
