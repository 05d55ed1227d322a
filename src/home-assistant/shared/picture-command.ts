import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import * as TE from "fp-ts/lib/TaskEither.js";
import { describe, strictObject } from "../../model/codec.ts";
import { domainOf } from "../../model/bindings/entity-state.ts";
import { type Command, command, type CommandError, value } from "../../server/websocket/command.ts";
import { SharedAnswers } from "../../server/runtime/coalescing.ts";
import type { Picture } from "../upstream/picture.ts";
import { unavailable } from "../upstream/status.ts";
import type { FairRateLimiter } from "./read-commands.ts";
import { type Screens, unauthorized } from "./screen-commands.ts";
import { requestErrorCodes, type ScreenUpstream } from "./shared-connection.ts";

/** The domains whose entities have pictures. */
const pictured: ReadonlySet<string> = new Set(["camera", "image"]);

const pictureCodec = t.readonly(
  t.type({
    type: describe("its media type, such as `image/jpeg`", t.string),
    content: describe("in base64", t.string),
  }),
);

type Encoded = t.TypeOf<typeof pictureCodec>;

type Answered = Either<CommandError, Encoded>;

const encoded = ({ type, content }: Picture): Encoded => ({
  type,
  content: content.toString("base64"),
});

/** Dependencies of the command. */
interface Pictures extends Pick<Screens, "homeAssistant" | "names"> {
  readonly read: ScreenUpstream["picture"];
  /** Limits requests with potentially long answers. */
  readonly rate: FairRateLimiter;
}

/**
 * `house/picture`: the newest picture of a camera that the plan names; who asks meanwhile gets the same one. Without
 * `pictures` there is no Home Assistant.
 */
export const pictureCommand = (domain: string, pictures: Pictures | undefined): Command => {
  const reading = new SharedAnswers<string, Answered>();
  return command({
    type: `${domain}/house/picture`,
    admin: false,
    about: {
      summary: "gets the newest picture of a camera or an image that the plan names",
      result: pictureCodec,
      errors: ["unauthorized", "no_picture", ...requestErrorCodes],
    },
    mayBeOvertaken: true,
    fields: strictObject({ entity_id: t.string }, {}),
    run: ({ entity_id: entity }, call) => {
      if (pictures === undefined) return TE.left(unavailable("no Home Assistant is set"));
      const { homeAssistant, names, read, rate } = pictures;
      if (!pictured.has(domainOf(entity)) || !names().entities.has(entity))
        return TE.left(unauthorized("entity_id: only cameras and images that the plan names"));
      return async () => {
        // Also keeps a token that Home Assistant has refused from being shown to it again.
        const { client } = homeAssistant.connection;
        if (isLeft(client)) return client;
        await rate.next(call);
        const answer = await reading.to(entity, () => read(entity).then(map(encoded)));
        return map(value<Encoded>)(answer);
      };
    },
  });
};
