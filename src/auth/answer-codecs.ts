import * as t from "io-ts";
import { describe, integer, strictObject } from "../model/codec.ts";

const moment = (description: string): t.Type<string> =>
  describe(`${description}, as ISO 8601`, t.string);

/** Decodes a token's public data, without the token or its hash. */
export const listedTokenCodec = t.readonly(
  t.type({
    name: t.string,
    is_admin: t.boolean,
    is_owner: t.boolean,
    control: describe("whether it may switch what the plan names", t.boolean),
    positions: describe("whether it may see the positions of tracked targets", t.boolean),
    delegate: describe("whether it may act for users of Home Assistant", t.boolean),
    level: t.union([describe("the only floor that pages show with it", t.string), t.null]),
    created_at: moment("when it was made"),
    expires_at: t.union([moment("when it ends"), t.null]),
    has_ended: t.boolean,
    last_used_at: t.union([moment("when it was last used, some minutes late at most"), t.null]),
    link_until: t.union([moment("until when its link, still unopened, can be opened"), t.null]),
    connections: describe("how many connections to this node use it", t.number),
    is_own: describe("whether the caller uses it", t.boolean),
  }),
);

const wanted = {
  control: describe("whether it may switch what the plan names", t.boolean),
  positions: describe("whether it may see the positions of tracked targets", t.boolean),
  expires: describe(
    "how long it lasts, such as 12h or 30d; by default until it is revoked",
    t.string,
  ),
  level: describe("the id of the only floor that pages show with it", t.string),
};

/** Decodes a request for a new token. */
export const wantedTokenCodec = strictObject(
  { name: t.string },
  {
    admin: describe(
      "whether it has the rights of an administrator, such as saving plans",
      t.boolean,
    ),
    delegate: describe(
      "whether it may act for users of Home Assistant, which needs `admin` and `control`",
      t.boolean,
    ),
    ...wanted,
  },
);

/** Decodes a request for a link to a new token. */
export const wantedLinkCodec = strictObject({ name: t.string }, wanted);

/** Decodes a link that was just made. */
export const newLinkCodec = t.readonly(
  t.type({
    name: t.string,
    code: describe(
      "appears only in this answer; the link is the page's address with #code= and this",
      t.string,
    ),
    expires_at: t.union([moment("when the token ends"), t.null]),
    link_until: moment("until when the link can be opened"),
  }),
);

/** Decodes a token that was just made. */
export const newTokenCodec = t.readonly(
  t.type({
    name: t.string,
    token: describe("appears only in this answer", t.string),
    expires_at: t.union([moment("when it ends"), t.null]),
  }),
);

/** Decodes the answer of a route that gives a token. */
export const tokenCodec = t.readonly(t.type({ token: t.string }));

/** Decodes the answer to a revocation. */
export const revokedCodec = t.union([
  t.null,
  t.readonly(
    t.type({
      not_kept: describe(
        "why the revocation, which is in force, cannot be saved yet: a restart before that would undo it",
        t.string,
      ),
    }),
  ),
]);

/** Decodes a ban. */
export const banCodec = t.readonly(
  t.type({
    address: describe("an IPv4 address, or the network of an IPv6 address", t.string),
    until: moment("when it ends"),
    failures: describe("failed logins that led to it", integer),
  }),
);

/** Decodes the answer to `auth/current_user`. */
export const currentUserCodec = t.readonly(
  t.intersection([
    t.type({ id: t.string, name: t.string, is_owner: t.boolean, is_admin: t.boolean }),
    t.partial({ level: describe("the only floor that pages show with this token", t.string) }),
  ]),
);
