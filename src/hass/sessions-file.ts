import * as t from "io-ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";

const keptSession = t.readonly(
  t.type({
    /** SHA-256 of the session's token, in hexadecimal; the token itself is stored nowhere. */
    token_sha256: t.string,
    refresh_token: t.string,
    /** The user of Home Assistant, by their id here. Files that were written before it was kept lack it. */
    user_id: t.union([t.string, t.undefined]),
    /** The address of this service, as the browser saw it: Home Assistant gives tokens to it alone. */
    client_id: t.string,
    /** ISO 8601, as the next. */
    created_at: t.string,
    /** Exact to an hour. */
    used_at: t.string,
  }),
);

/** A session as kept on disk. */
export type KeptSession = t.TypeOf<typeof keptSession>;

const endedSession = t.readonly(t.type({ refresh_token: t.string, ended_at: t.string }));

/** A session that is over here, and of which Home Assistant could not be told yet. */
export type EndedSession = t.TypeOf<typeof endedSession>;

const sessionsCodec = t.type({
  version: t.literal(1),
  sessions: t.readonlyArray(keptSession),
  ended: t.readonlyArray(endedSession),
});

export type KeptSessions = t.TypeOf<typeof sessionsCodec>;

/** The sessions, as kept. */
export type SessionsDocument = StoredDocument<KeptSessions>;

export const sessionsKind: DocumentKind<KeptSessions> = {
  name: "sessions",
  codec: sessionsCodec,
  empty: { version: 1, sessions: [], ended: [] },
};

/** The sessions of a data folder, as kept on disk. No backup has them: their tokens are Home Assistant's. */
export const sessionsFile = (dataFolder: string): SessionsDocument =>
  new JsonFile(dataFolder, sessionsKind);
