import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Command, command, value } from "../../server/websocket/command.ts";
import { newLinkCodec, wantedLinkCodec } from "../../auth/answer-codecs.ts";
import type { Clock } from "./clock.ts";
import { momentText, readExpiry } from "./expiry.ts";
import { exceedsOwnRights, changingAs } from "./grant.ts";
import type { WriteBehindDocument } from "../../storage/write-behind-document.ts";
import { createLink } from "../../auth/link-code.ts";
import type { Users } from "../../auth/user-directory.ts";

/** What making links works with. */
export interface LinkCommandSetup {
  /** The first part of its type. */
  readonly domain: string;
  readonly users: Pick<WriteBehindDocument<Users>, "content" | "read" | "change">;
  readonly limits: {
    /** Tokens that there may be. */
    readonly tokens: number;
    /** Milliseconds within which a link has to be opened. */
    readonly linkWithin: number;
  };
  readonly clock: Clock;
}

/**
 * `tokens/link`: makes a token that nobody has yet, and a link by which whoever opens it first gets it. The answer has
 * the code of the link this once. `expires` is how long the token lasts, such as `30d`, from now on.
 */
export const linkCommand = ({ domain, users, limits, clock }: LinkCommandSetup): Command =>
  command({
    type: `${domain}/tokens/link`,
    admin: true,
    about: {
      summary:
        "makes a token for whoever opens a link first; the answer has the link's code this once",
      result: newLinkCodec,
      errors: ["not_changed"],
    },
    fields: wantedLinkCodec,
    run:
      ({ name, control = false, expires, level }, call) =>
      async () => {
        const now = clock.now();
        const changing = changingAs(call.user, users);
        const expiry = expires === undefined ? right(undefined) : readExpiry(expires, now);
        if (isLeft(expiry)) return left({ code: "invalid_format", message: expiry.left });
        const content = users.read();
        if (isLeft(content)) return left({ code: "not_changed", message: content.left });
        const grant = { control, expiresAt: expiry.right };
        const beyond = exceedsOwnRights(call.user, content.right, grant);
        if (beyond !== undefined) return left({ code: "unauthorized", message: beyond });
        const wanted = { admin: false, level, ...grant };
        const until = momentText(now + limits.linkWithin);
        const code = await createLink(changing, name, wanted, until, limits.tokens);
        if (isLeft(code)) return left({ code: "not_changed", message: code.left });
        call.note("token_created", { about: name });
        return right(
          value({
            name,
            code: code.right,
            expires_at: expiry.right ?? null,
            link_until: until,
          }),
        );
      },
  });
