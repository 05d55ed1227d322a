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
  toldTokenCodec,
  wantedLinkCodec,
  wantedTokenCodec,
} from "../auth/answer-codecs.ts";
import type { Json, JsonObject } from "../model/json.ts";

// Types alone: nothing of the codecs gets into what browsers load.

/** A plan as the service tells it; without `rev` before the first save. */
export type Plan = WirePlan;
export type { Summary };
/** When a revision was saved. */
export type SavedTime = TypeOf<typeof timeCodec>;
/** A stored plan with who saved it, where that is known. */
export type Details = TypeOf<typeof detailsCodec>;
/** Whose the token is. */
export type CurrentUser = TypeOf<typeof currentUserCodec>;
/** An access token, as administrators are told of it. */
export type Token = TypeOf<typeof toldTokenCodec>;
/** What is said of a token that is to be made. */
export type WantedToken = TypeOf<typeof wantedTokenCodec>;
/** A token that was just made. */
export type NewToken = TypeOf<typeof newTokenCodec>;
/** What is said of a token for whoever opens a link. */
export type WantedLink = TypeOf<typeof wantedLinkCodec>;
/** A link that was just made. */
export type NewLink = TypeOf<typeof newLinkCodec>;
/** An address or a network that may not log in for now. */
export type Ban = TypeOf<typeof banCodec>;

interface NoFields {
  readonly [field: string]: never;
}

interface Message<Fields, Result> {
  readonly fields: Fields;
  readonly result: Result;
}

/** The commands that begin with the domain, without it: what each takes, and what it answers by the codec that holds the service to it. */
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

/** The host's commands, whose types have no domain. */
interface HostMessages {
  readonly "auth/current_user": Message<NoFields, CurrentUser>;
}

/** Every command that clients of ours send. */
export type Messages = DomainMessages & HostMessages;

/** The type of a command on its way, of which the compiler remembers which one it is. */
export type TypeOfMessage<Name extends keyof Messages> = string & { readonly message?: Name };
