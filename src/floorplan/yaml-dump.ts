import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { listOrObject } from "../codec/basic.ts";
import { closed } from "../codec/closed.ts";
import { type Command, value } from "../host/channel/command.ts";
import { domainCommand, type Integration } from "./domain-command.ts";
import { yamlCommandError } from "./yaml-error.ts";

/** `yaml/dump`: data as block-style YAML text, as the host writes it. */
export const yamlDump = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "yaml/dump",
    admin: true,
    fields: closed({ data: listOrObject }, {}),
    run: ({ data }, _actor, { user }) =>
      pipe(
        integration.yaml.dump(data, user.id),
        TE.map((text) => value({ text })),
        TE.mapLeft(yamlCommandError),
      ),
  });
