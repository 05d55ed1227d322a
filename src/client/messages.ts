import type { ZoneAnswer } from "../model/zones/sensor/sensor-answer.ts";
import type { TypeOf } from "io-ts";
import type {
  detailsCodec,
  dumpedCodec,
  followedCodec,
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
/** An operation of a JSON Patch (RFC 6902); `path` and `from` are JSON Pointers. */
export type Operation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };
/** What leads from the plan of the revision `from` to that of `rev`, the replacement of the revision included. */
export interface PlanChanges extends Omit<Extract<FollowedEvent, { from: number }>, "changes"> {
  readonly changes: readonly Operation[];
}
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

type FollowedEvent = TypeOf<typeof followedCodec>;

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
  readonly "plan/change": Message<
    { readonly rev: number; readonly changes: readonly Operation[] },
    TypeOf<typeof savedCodec>
  >;
  /** The service takes a `rev`, too, which `follow` never sends. */
  readonly "plan/follow": Message<NoFields, null>;
  readonly "history/list": Message<NoFields, readonly Summary[]>;
  readonly "history/times": Message<NoFields, readonly SavedTime[]>;
  readonly "history/details": Message<NoFields, readonly Details[]>;
  readonly "history/get": Message<{ readonly rev: number }, Plan>;
  readonly "zones/write": Message<
    { readonly zone: string; readonly rev: number; readonly dry?: boolean },
    ZoneAnswer
  >;
  readonly "zones/restore": Message<
    { readonly undo: string; readonly force?: boolean },
    ZoneAnswer
  >;
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
