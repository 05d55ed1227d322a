import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { strictObject } from "../../codec/closed.ts";
import { describe } from "../../codec/own-type.ts";
import type { ScreensOfHouse } from "../../hass/screens/set-up.ts";
import { type Command, command, value } from "../../host/channel/command.ts";
import type { User } from "../../host/users/user.ts";

const houseEventCodec = t.readonly(
  t.intersection([
    t.type({
      home_assistant: t.keyof({ connected: null, away: null, none: null }),
      control: describe("whether who asks may switch something", t.boolean),
    }),
    t.partial({ reason: describe("a sentence", t.string) }),
  ]),
);

/** How Home Assistant is for somebody. */
type HouseEvent = t.TypeOf<typeof houseEventCodec>;

/** Users of Home Assistant have what they ask for from itself, over connections of their own. */
const isOfHomeAssistant = ({ id }: User): boolean => id.startsWith("home-assistant:");

const houseEvent = (screens: ScreensOfHouse | undefined, user: User): HouseEvent => {
  if (screens === undefined) return { home_assistant: "none", control: false };
  const { control } = user;
  const { line, hasToken } = screens;
  if (!hasToken && isOfHomeAssistant(user)) return { home_assistant: "connected", control };
  if (line.state.kind === "connected") return { home_assistant: "connected", control };
  const { reason } = line.state;
  return hasToken
    ? { home_assistant: "away", reason, control }
    : { home_assistant: "none", reason, control: false };
};

/** `house/subscribe`: whether there is a Home Assistant, whether it is away, and whether who asks may switch something. */
export const homeAssistantSubscribe = (
  domain: string,
  screens: ScreensOfHouse | undefined,
): Command =>
  command({
    type: `${domain}/house/subscribe`,
    admin: false,
    about: {
      summary: "tells at once and whenever it changes how Home Assistant is doing for who asks",
      result: t.null,
      event: houseEventCodec,
      errors: [],
    },
    fields: strictObject({}, {}),
    run: (_fields, { user, openStream }) => {
      const stream = openStream();
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, endsWith } = stream.right;
      const tell = (): void => emit([Buffer.from(JSON.stringify(houseEvent(screens, user)))]);
      tell();
      if (screens !== undefined) endsWith(screens.line.use({ changed: tell }));
      return TE.right(value(null));
    },
  });
