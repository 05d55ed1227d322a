import * as t from "io-ts";

/** Somebody who may use the service, by one long-lived access token. */
export const userCodec = t.readonly(
  t.type({
    id: t.string,
    name: t.string,
    admin: t.boolean,
    /** The first administrator. */
    owner: t.boolean,
    /** SHA-256 of the token, in hexadecimal; the token itself is stored nowhere. */
    token_sha256: t.string,
    created_at: t.string,
  }),
);

export type User = t.TypeOf<typeof userCodec>;
