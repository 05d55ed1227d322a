import type { Change } from "../storage/write-behind-document.ts";
import type { EndedSession, KeptSession, KeptSessions } from "./sessions-file.ts";

/** A change of the sessions, as they are held. */
type SessionChange = Change<KeptSessions>;

const withEnded = (content: KeptSessions, more: readonly EndedSession[]): KeptSessions => {
  const known = new Set(content.ended.map((each) => each.refresh_token));
  const added = more.filter((each) => !known.has(each.refresh_token));
  return added.length === 0 ? content : { ...content, ended: [...content.ended, ...added] };
};

const without = (
  content: KeptSessions,
  goes: (session: KeptSession) => boolean,
  endedAt: string | undefined,
): KeptSessions => {
  const gone = content.sessions.filter(goes);
  if (gone.length === 0) return content;
  const rest = { ...content, sessions: content.sessions.filter((each) => !goes(each)) };
  if (endedAt === undefined) return rest;
  return withEnded(
    rest,
    gone.map(({ refresh_token }) => ({ refresh_token, ended_at: endedAt })),
  );
};

export const sessionChanges = {
  begin:
    (session: KeptSession): SessionChange =>
    (content) => ({
      ...content,
      sessions: [
        ...content.sessions.filter((each) => each.token_sha256 !== session.token_sha256),
        session,
      ],
    }),
  /** A session that another has ended is not brought back. */
  used:
    (hash: string, usedAt: string): SessionChange =>
    (content) => ({
      ...content,
      sessions: content.sessions.map((each) =>
        each.token_sha256 === hash && Date.parse(each.used_at) < Date.parse(usedAt)
          ? { ...each, used_at: usedAt }
          : each,
      ),
    }),
  /** Home Assistant is to be told where there is an `endedAt`, and nobody else has ended it. */
  remove:
    (hash: string, endedAt: string | undefined): SessionChange =>
    (content) =>
      without(content, (each) => each.token_sha256 === hash, endedAt),
  removeUnused:
    (beforeMs: number, endedAt: string): SessionChange =>
    (content) =>
      without(content, (each) => Date.parse(each.used_at) < beforeMs, endedAt),
  giveBack:
    (refreshToken: string, endedAt: string): SessionChange =>
    (content) =>
      withEnded(content, [{ refresh_token: refreshToken, ended_at: endedAt }]),
  settle: (told: readonly EndedSession[]): SessionChange => {
    const tokens = new Set(told.map((each) => each.refresh_token));
    return (content) => ({
      ...content,
      ended: content.ended.filter((each) => !tokens.has(each.refresh_token)),
    });
  },
} as const;
