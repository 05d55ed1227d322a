import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { closed } from "../codec/closed.ts";
import { type Command, value } from "../host/channel/command.ts";
import { domainCommand, type Integration } from "./domain-command.ts";
import { yamlCommandError } from "./yaml-error.ts";

/** `yaml/parse`: YAML text as data, read as the host reads it. */
export const yamlParse = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "yaml/parse",
    admin: true,
    fields: closed({ text: t.string }, {}),
    run: ({ text }, _actor, { user }) =>
      pipe(
        integration.yaml.parse(text, user.id),
        TE.map((data) => value({ data })),
        TE.mapLeft(yamlCommandError),
      ),
  });
