import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import type { Mixed, Type } from "io-ts";
import { anyObject, describe, firstProblem, integer, strictObject } from "../../model/codec.ts";
import type { FieldReader } from "../../plan/raw-json/json-cursor.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import type { NoteAudit } from "../audit/audit.ts";
import type { User } from "../../auth/user.ts";
import type { ErrorCode } from "./frames.ts";
import type { EventStream } from "./event-stream.ts";
import type { CloseReason } from "./close.ts";
import { currentUserCodec } from "../../auth/answer-codecs.ts";

/** Why a command was not done, as its caller is told. */
export interface CommandError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** What a command answers: a value, JSON text that exists already, or the host's `pong`. */
export type Answer<Result = unknown> =
  | { readonly kind: "value"; readonly value: Result }
  | { readonly kind: "json"; readonly json: JsonText }
  | { readonly kind: "pong" };

/** The limits of how many subscriptions a connection has: of rendered templates, and of all else. */
export type StreamLimit = "connectionSubscriptions" | "connectionTemplates";

/** Whether a peer is still there. */
export interface PeerHeartbeat {
  /** Grows with whatever is heard of the peer. */
  readonly heard: () => number;
  /** Asks the peer for something to hear. */
  readonly ask: () => void;
}

/** What a command gets of the connection that it came over. */
export interface Call {
  readonly user: User;
  /** Stands for the connection: the same for all of its commands, and for no others. */
  readonly connection: object;
  readonly heartbeat: PeerHeartbeat;
  /** Whether the connection goes on: who is gone, or was revoked meanwhile, changes nothing any more. */
  readonly isOpen: () => boolean;
  /** Notes what was done by this command, once it is. */
  readonly note: NoteAudit;
  /** Makes this command a subscription: its events carry the command's id and come after its reply. */
  readonly openStream: () => Either<CommandError, Pick<EventStream, "emit" | "endsWith">>;
  /** The same for events that are soon out of date: whoever makes them can wait until the last ones were read, and send the newest then. */
  readonly openLatest: (
    limit: StreamLimit,
    /** What is kept for it, such as a list. */
    keptBytes?: number,
  ) => Either<CommandError, Pick<EventStream, "emit" | "endsWith" | "hasRoom" | "whenRoom">>;
  /** Ends the subscription with that id; false where there is none. */
  readonly closeStream: (id: number) => boolean;
}

/** What clients are told of a command beside its fields, in the documents and by their types. */
interface AboutCommand {
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Takes what it answers; the host's `ping` alone has no result. */
  readonly result: Mixed | "pong";
  /** Takes its events, of a subscription. */
  readonly event?: Mixed;
  /** Its own errors, beside those that every command has. */
  readonly errors: readonly ErrorCode[];
}

/** The same, which holds the command to its result. */
export interface About<Result> extends AboutCommand {
  readonly result: Type<Result, unknown> | "pong";
}

/** One websocket command. */
export interface CommandDefinition<Fields, Result> {
  readonly type: string;
  /** Whether only administrators may use it. */
  readonly admin: boolean;
  readonly about: About<Result>;
  /** The message without `id` and `type`. */
  readonly fields: Type<Fields, unknown>;
  /** The fields that are not parsed: `fields` is given what these read in their place. */
  readonly readers?: Readonly<Record<string, FieldReader>>;
  /** Whether later commands of the connection may be answered before it, as Home Assistant has to answer it first. */
  readonly mayBeOvertaken?: boolean;
  readonly run: (fields: Fields, call: Call) => TaskEither<CommandError, Answer<NoInfer<Result>>>;
}

/** A command whose types only it knows. */
export interface Command {
  readonly type: string;
  readonly admin: boolean;
  readonly about: AboutCommand;
  readonly fields: Mixed;
  readonly readers: Readonly<Record<string, FieldReader>>;
  readonly mayBeOvertaken: boolean;
  /** Decodes the fields; the right runs the command with them. The left names the field and what was expected. */
  readonly prepare: (
    fields: unknown,
  ) => Either<string, (call: Call) => TaskEither<CommandError, Answer>>;
}

export const command = <Fields, Result>(
  definition: CommandDefinition<Fields, Result>,
): Command => ({
  type: definition.type,
  admin: definition.admin,
  about: definition.about,
  fields: definition.fields,
  readers: definition.readers ?? {},
  mayBeOvertaken: definition.mayBeOvertaken ?? false,
  prepare: (fields) => {
    const decoded = definition.fields.decode(fields);
    if (isLeft(decoded)) return left(firstProblem(decoded.left));
    return right((call) => definition.run(decoded.right, call));
  },
});

export const value = <const Result>(result: Result): Answer<Result> => ({
  kind: "value",
  value: result,
});

/** The commands of a service. */
export interface Registry {
  /** Found by their type. */
  readonly commands: ReadonlyMap<string, Command>;
  /** The same of those that hold only where a connection's other commands go nowhere else. */
  readonly shared: ReadonlyMap<string, Command>;
  /** What reads a field, by its name. In a message the type may come last, so a name has one reader in all commands. */
  readonly readers: ReadonlyMap<string, FieldReader>;
}

const byType = (commands: readonly Command[]): ReadonlyMap<string, Command> =>
  new Map(commands.map((each) => [each.type, each]));

/** `shared` are commands for those whose own are passed on to nobody. */
export const registry = (
  commands: readonly Command[],
  shared: readonly Command[] = [],
): Registry => ({
  commands: byType(commands),
  shared: byType(shared),
  readers: new Map([...commands, ...shared].flatMap((each) => Object.entries(each.readers))),
});

/** A command that is not known here. */
export interface ProxiedCommand {
  readonly id: number;
  readonly type: string;
  /** The whole message as its sender wrote it, but for its id. */
  readonly withId: (id: number) => JsonText;
}

/** What somebody's connection offers to what its commands are passed on to. */
export interface ProxyPeer {
  /** Hands the peer a message, which carries the id of a command of its own. */
  readonly send: (message: JsonText) => void;
  /** Answers a command of the peer with an error. */
  readonly refuse: (id: number, error: CommandError) => void;
  /** Undefined where the peer keeps up with what it is sent, else resolves when it does. */
  readonly keepsUp: () => Promise<void> | undefined;
  /** Why the connection may have no further subscription; undefined where it may. */
  readonly noRoom: () => CommandError | undefined;
  readonly close: (why: CloseReason) => void;
}

/** Where commands of one connection go that are not known here. */
export interface CommandProxy {
  /** Passes a command on; its answer comes when it comes. */
  readonly pass: (command: ProxiedCommand) => void;
  /** Ends a subscription that was passed on, and answers the command that asks for it; false, and nothing is answered, where there is none. */
  readonly unsubscribe: (subscription: number, command: ProxiedCommand) => boolean;
  /** How many subscriptions were passed on. */
  readonly subscriptions: () => number;
  /** The connection is over. */
  readonly end: () => void;
}

/** What knows the commands of somebody that are not known here. */
export interface CommandProxyOpener {
  readonly open: (returns: ProxyPeer) => CommandProxy;
}

export const noSubscription = (id: number): string => `no subscription has the id ${id}`;

/** Commands of the host itself, which its clients send to keep a connection. */
export const coreCommands: readonly Command[] = [
  command({
    type: "ping",
    admin: false,
    about: { summary: "asks for a sign of life", result: "pong", errors: [] },
    fields: strictObject({}, {}),
    run: () => TE.right({ kind: "pong" }),
  }),
  command({
    type: "supported_features",
    admin: false,
    about: {
      summary: "tells what the client is able to, such as taking several messages in one frame",
      result: t.null,
      errors: [],
    },
    fields: strictObject({ features: anyObject }, {}),
    run: () => TE.right(value(null)),
  }),
  command({
    type: "unsubscribe_events",
    admin: false,
    about: { summary: "ends a subscription", result: t.null, errors: ["not_found"] },
    fields: strictObject(
      { subscription: describe("the id of the command that began it", integer) },
      {},
    ),
    run: ({ subscription }, call) =>
      call.closeStream(subscription)
        ? TE.right(value(null))
        : TE.left({ code: "not_found", message: noSubscription(subscription) }),
  }),
  command({
    type: "auth/current_user",
    admin: false,
    about: { summary: "tells whose the token is", result: currentUserCodec, errors: [] },
    fields: strictObject({}, {}),
    run: (_fields, { user: { id, name, owner, admin, level } }) =>
      TE.right(
        value({
          id,
          name,
          is_owner: owner,
          is_admin: admin,
          ...(level === undefined ? {} : { level }),
        }),
      ),
  }),
];
