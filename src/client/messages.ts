import type { TypeOf } from "io-ts";
import type {
  detailsCodec,
  dumpedCodec,
  parsedCodec,
  savedCodec,
  Summary,
  timeCodec,
  WirePlan,
} from "../plan/plan-codecs.ts";
import type {
  banCodec,
  currentUserCodec,
  newLinkCodec,
  newTokenCodec,
  revokedCodec,
  listedTokenCodec,
  wantedLinkCodec,
  wantedTokenCodec,
} from "../auth/answer-codecs.ts";
import type { Json, JsonObject } from "../model/json.ts";

// Types only: browsers load no codecs.

/** A plan as the service sends it; without `rev` before the first save. */
export type Plan = WirePlan;
export type { Summary };
/** When a revision was saved. */
export type SavedTime = TypeOf<typeof timeCodec>;
/** A stored plan with its author, if known. */
export type Details = TypeOf<typeof detailsCodec>;
/** The token's user. */
export type CurrentUser = TypeOf<typeof currentUserCodec>;
/** An access token as administrators see it. */
export type Token = TypeOf<typeof listedTokenCodec>;
/** The fields of a new token. */
export type WantedToken = TypeOf<typeof wantedTokenCodec>;
/** A new token. */
export type NewToken = TypeOf<typeof newTokenCodec>;
/** The fields of a new link. */
export type WantedLink = TypeOf<typeof wantedLinkCodec>;
/** A new link. */
export type NewLink = TypeOf<typeof newLinkCodec>;
/** A banned address or network. */
export type Ban = TypeOf<typeof banCodec>;

interface NoFields {
  readonly [field: string]: never;
}

interface Message<Fields, Result> {
  readonly fields: Fields;
  readonly result: Result;
}

/** Commands without their domain: the fields and the answer of each, typed by the codecs that the service uses. */
export interface DomainMessages {
  readonly "plan/get": Message<NoFields, Plan>;
  readonly "plan/subscribe": Message<NoFields, null>;
  readonly "plan/save": Message<
    { readonly plan: JsonObject; readonly rev?: number },
    TypeOf<typeof savedCodec>
  >;
  readonly "history/list": Message<NoFields, readonly Summary[]>;
  readonly "history/times": Message<NoFields, readonly SavedTime[]>;
  readonly "history/details": Message<NoFields, readonly Details[]>;
  readonly "history/get": Message<{ readonly rev: number }, Plan>;
  readonly "yaml/parse": Message<
    { readonly text: string },
    TypeOf<typeof parsedCodec> & { readonly data: Json }
  >;
  readonly "yaml/dump": Message<{ readonly data: Json }, TypeOf<typeof dumpedCodec>>;
  readonly "tokens/list": Message<NoFields, readonly Token[]>;
  readonly "tokens/create": Message<WantedToken, NewToken>;
  readonly "tokens/link": Message<WantedLink, NewLink>;
  readonly "tokens/revoke": Message<{ readonly name: string }, TypeOf<typeof revokedCodec>>;
  readonly "bans/list": Message<NoFields, readonly Ban[]>;
  readonly "bans/lift": Message<{ readonly address: string }, null>;
}

/** The host's commands, which have no domain. */
interface HostMessages {
  readonly "auth/current_user": Message<NoFields, CurrentUser>;
}

/** Every command that these clients send. */
export type Messages = DomainMessages & HostMessages;

/** A command's type on the wire; its name is known to the compiler. */
export type TypeOfMessage<Name extends keyof Messages> = string & { readonly message?: Name };
