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
import type { ErrorCode } from "./messages.ts";
import type { EventStream } from "./event-stream.ts";
import type { CloseReason } from "./close.ts";
import { currentUserCodec } from "../../auth/answer-codecs.ts";

/** Why a command failed, as told to its caller. */
export interface CommandError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A command's answer: a value, JSON text that already exists, or the host's `pong`. */
export type Answer<Result = unknown> =
  | { readonly kind: "value"; readonly value: Result }
  | { readonly kind: "json"; readonly json: JsonText }
  | { readonly kind: "pong" };

/** The limits on subscriptions of a connection: templates, and all others. */
export type StreamLimit = "connectionSubscriptions" | "connectionTemplates";

/** Signs of life of a peer. */
export interface PeerHeartbeat {
  /** A counter of signs heard from the peer. */
  readonly heard: () => number;
  /** Asks the peer for a sign. */
  readonly ask: () => void;
}

/** A command's view of its connection. */
export interface Call {
  readonly user: User;
  /** Identifies the connection: equal for all of its commands, and for no others. */
  readonly connection: object;
  readonly heartbeat: PeerHeartbeat;
  /** Whether the connection is still open. Once it is closed or revoked, its commands must change nothing more. */
  readonly isOpen: () => boolean;
  /** Notes in the audit log what this command has done. */
  readonly note: NoteAudit;
  /** Makes this command a subscription: its events carry the command's id and come after its reply. */
  readonly openStream: () => Either<CommandError, Pick<EventStream, "emit" | "joins" | "endsWith">>;
  /** A subscription to events of which only the newest matters: the source can wait until the last one was read. */
  readonly openLatest: (
    limit: StreamLimit,
    /** Bytes kept for the subscription, such as a list. */
    keptBytes?: number,
  ) => Either<
    CommandError,
    Pick<EventStream, "emit" | "endsWith" | "hasRoom" | "joins" | "keepsUp" | "whenRoom">
  >;
  /** Ends the subscription with that id; false if there is none. */
  readonly closeStream: (id: number) => boolean;
}

/** A command's description for clients besides its fields, in the documents and the types. */
interface AboutCommand {
  /** What it does, in a sentence. */
  readonly summary: string;
  /** The codec of the result; only the host's `ping` has none. */
  readonly result: Mixed | "pong";
  /** The codec of the events, for a subscription. */
  readonly event?: Mixed;
  /** Its own error codes, besides the common ones. */
  readonly errors: readonly ErrorCode[];
}

/** A description that also types the command's result. */
export interface About<Result> extends AboutCommand {
  readonly result: Type<Result, unknown> | "pong";
}

/** One websocket command. */
export interface CommandDefinition<Fields, Result> {
  readonly type: string;
  /** Whether only administrators may use it. */
  readonly admin: boolean;
  readonly about: About<Result>;
  /** The codec of the message without `id` and `type`. */
  readonly fields: Type<Fields, unknown>;
  /** Fields that stay unparsed: `fields` gets what these readers return instead. */
  readonly readers?: Readonly<Record<string, FieldReader>>;
  /** Whether later commands of the connection may be answered first, because Home Assistant has to answer this one. */
  readonly mayBeOvertaken?: boolean;
  readonly run: (fields: Fields, call: Call) => TaskEither<CommandError, Answer<NoInfer<Result>>>;
}

/** What a command is in every home. */
export type CommandShape<Fields, Result> = Pick<
  CommandDefinition<Fields, Result>,
  "admin" | "about" | "fields"
>;

/** Types the shape of a command, which a process with many homes makes once and not with each of them. */
export const commandShape = <Fields, Result>(
  shape: CommandShape<Fields, Result>,
): CommandShape<Fields, Result> => shape;

/** A command with its types hidden. */
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
  /** By type. */
  readonly commands: ReadonlyMap<string, Command>;
  /** Commands that apply only to connections without a proxy, by type. */
  readonly shared: ReadonlyMap<string, Command>;
  /** Readers of fields, by name. The type may be a message's last field, so a name has the same reader in all commands. */
  readonly readers: ReadonlyMap<string, FieldReader>;
}

const byType = (commands: readonly Command[]): ReadonlyMap<string, Command> =>
  new Map(commands.map((each) => [each.type, each]));

/** `shared` are the commands for connections without a proxy. */
export const registry = (
  commands: readonly Command[],
  shared: readonly Command[] = [],
): Registry => ({
  commands: byType(commands),
  shared: byType(shared),
  readers: new Map([...commands, ...shared].flatMap((each) => Object.entries(each.readers))),
});

/** A command that this service does not know. */
export interface ProxiedCommand {
  readonly id: number;
  readonly type: string;
  /** The whole message as sent, with another id. */
  readonly withId: (id: number) => JsonText;
}

/** A connection as seen by the proxy of its commands. */
export interface ProxyPeer {
  /** Sends the peer a message, which carries the id of one of its commands. */
  readonly send: (message: JsonText) => void;
  /** Answers a command of the peer with an error. */
  readonly refuse: (id: number, error: CommandError) => void;
  /** Undefined if the peer keeps up with reading; else resolves when it does. */
  readonly keepsUp: () => Promise<void> | undefined;
  /** Why the connection may have no further subscription; undefined if it may. */
  readonly noRoom: () => CommandError | undefined;
  readonly close: (why: CloseReason) => void;
}

/** Forwards the commands of one connection that this service does not know. */
export interface CommandProxy {
  /** Forwards a command; the answer comes later. */
  readonly pass: (command: ProxiedCommand) => void;
  /** Ends a forwarded subscription, and answers the command that asked for it; false, without an answer, if there is none. */
  readonly unsubscribe: (subscription: number, command: ProxiedCommand) => boolean;
  /** The number of forwarded subscriptions. */
  readonly subscriptions: () => number;
  /** Call when the connection has ended. */
  readonly end: () => void;
}

/** Opens the proxy of a user's connection. */
export interface CommandProxyOpener {
  readonly open: (returns: ProxyPeer) => CommandProxy;
}

export const noSubscription = (id: number): string => `no subscription has the id ${id}`;

/** Commands of the host itself, with which its clients keep a connection alive. */
export const coreCommands: readonly Command[] = [
  command({
    type: "ping",
    admin: false,
    about: { summary: "checks the connection", result: "pong", errors: [] },
    fields: strictObject({}, {}),
    run: () => TE.right({ kind: "pong" }),
  }),
  command({
    type: "supported_features",
    admin: false,
    about: {
      summary: "announces what the client supports, such as several messages in one frame",
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
    about: { summary: "gets the token's user", result: currentUserCodec, errors: [] },
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
