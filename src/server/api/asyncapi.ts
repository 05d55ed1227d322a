import * as t from "io-ts";
import type { JsonSchema } from "../../model/codec.ts";
import type { Command, Registry } from "../websocket/command.ts";
import { authCodec } from "../websocket/messages.ts";
import { closeCodes } from "../websocket/close.ts";
import { type ApiInfo, infoOf, isOpenToOthers, schemaOf, whenOf } from "./document-parts.ts";

/** The document's messages, by key. */
type Messages = Readonly<
  Record<string, { readonly title: string; readonly summary: string; readonly payload: JsonSchema }>
>;

const channelRef = { $ref: "#/channels/websocket" };
const inChannel = (key: string) => ({ $ref: `#/channels/websocket/messages/${key}` });
const inComponents = (key: string) => ({ $ref: `#/components/messages/${key}` });

/** A command's key in the document; keys allow no slashes. */
export const keyOf = ({ type }: Pick<Command, "type">): string => type.replaceAll("/", ".");

const objectOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

const constant = (value: string | boolean): JsonSchema => ({ type: typeof value, const: value });

const idSchema: JsonSchema = {
  type: "integer",
  minimum: 1,
  description: "greater than every one before it on the connection",
};

const echoed: JsonSchema = { type: "integer", description: "the id of the command" };

const commandSchema = (command: Command): JsonSchema => {
  const { properties, required = [], ...rest } = schemaOf(command.fields);
  return {
    ...rest,
    properties: { id: idSchema, type: constant(command.type), ...properties },
    required: ["id", "type", ...required],
  };
};

const resultSchema = ({ about: { result } }: Command): JsonSchema =>
  result === "pong"
    ? objectOf({ id: echoed, type: constant("pong") })
    : objectOf({
        id: echoed,
        type: constant("result"),
        success: constant(true),
        result: schemaOf(result),
      });

/** The error codes of a command, the common ones first. */
const codesOf = ({ admin, about: { event, errors } }: Command): readonly string[] => [
  ...new Set([
    "invalid_format",
    "id_reuse",
    "unknown_error",
    ...(admin ? ["unauthorized"] : []),
    ...(event === undefined ? [] : ["too_many_subscriptions"]),
    ...errors,
  ]),
];

const errorSchema = (codes: readonly string[]): JsonSchema => {
  const description = codes.map((code) => `- \`${code}\`: ${whenOf(code)}`).join("\n");
  const code: JsonSchema = codes.some(isOpenToOthers)
    ? { type: "string", description: `${description}\n- any other: a code of Home Assistant` }
    : { type: "string", enum: codes, description };
  return objectOf({
    id: echoed,
    type: constant("result"),
    success: constant(false),
    error: objectOf({ code, message: { type: "string", description: "a sentence" } }),
  });
};

const messagesOf = (command: Command): Messages => {
  const key = keyOf(command);
  const { type, about } = command;
  return {
    [key]: { title: type, summary: about.summary, payload: commandSchema(command) },
    [`${key}.result`]: {
      title: `result of ${type}`,
      summary: "the command succeeded",
      payload: resultSchema(command),
    },
    [`${key}.error`]: {
      title: `error of ${type}`,
      summary: "the command failed",
      payload: errorSchema(codesOf(command)),
    },
    ...(about.event === undefined
      ? {}
      : {
          [`${key}.event`]: {
            title: `event of ${type}`,
            summary: "sent until the subscription ends",
            payload: objectOf({
              id: echoed,
              type: constant("event"),
              event: schemaOf(about.event),
            }),
          },
        }),
  };
};

const greeting = (type: string) => t.type({ type: t.literal(type), ha_version: t.string });

const authMessages: Messages = {
  auth_required: {
    title: "auth_required",
    summary: "the first message of a connection",
    payload: schemaOf(greeting("auth_required")),
  },
  auth: {
    title: "auth",
    summary: "sends a token; the only message that is accepted before `auth_ok`",
    payload: schemaOf(authCodec),
  },
  auth_ok: {
    title: "auth_ok",
    summary: "the token is valid: commands may follow",
    payload: schemaOf(greeting("auth_ok")),
  },
  auth_invalid: {
    title: "auth_invalid",
    summary: "the token is not valid, and the connection ends",
    payload: schemaOf(t.type({ type: t.literal("auth_invalid"), message: t.string })),
  },
  "no.command": {
    title: "error of no command",
    summary: "answers an invalid or unknown command, under its `id` if that is a number, else 0",
    payload: errorSchema(["invalid_format", "id_reuse", "unknown_command"]),
  },
};

const authOperations = {
  greet: {
    action: "send",
    channel: channelRef,
    summary: "requests a token",
    messages: [inChannel("auth_required")],
  },
  authenticate: {
    action: "receive",
    channel: channelRef,
    summary: "sends a token",
    messages: [inChannel("auth")],
    reply: { channel: channelRef, messages: ["auth_ok", "auth_invalid"].map(inChannel) },
  },
  refuse: {
    action: "send",
    channel: channelRef,
    summary: "answers an invalid command",
    messages: [inChannel("no.command")],
  },
};

const operationsOf = (command: Command): Readonly<Record<string, unknown>> => {
  const key = keyOf(command);
  const { admin, about } = command;
  return {
    [key]: {
      action: "receive",
      channel: channelRef,
      title: command.type,
      summary: about.summary,
      description: admin ? "For administrators only." : "For all users with a token.",
      tags: [{ name: admin ? "administrators" : "everybody" }],
      messages: [inChannel(key)],
      reply: {
        channel: channelRef,
        messages: [inChannel(`${key}.result`), inChannel(`${key}.error`)],
      },
    },
    ...(about.event === undefined
      ? {}
      : {
          [`${key}.event`]: {
            action: "send",
            channel: channelRef,
            summary: `an event of ${command.type}`,
            messages: [inChannel(`${key}.event`)],
          },
        }),
  };
};

const closing = Object.entries(closeCodes)
  .map(([code, when]) => `- ${code}: ${when}`)
  .join("\n");

const description = `Lines of JSON over a websocket, as Home Assistant has them. After \`auth_ok\` a frame
holds one command or a list of commands, each with an \`id\` that is greater than the one before. What is answered
carries the id of its command, and so does every event of a subscription.

The service ends a connection with one of these codes, and a reason in words:

${closing}`;

/** The AsyncAPI document of the websocket: what each command takes and answers, from the codecs that check it. */
export const asyncApi = (info: ApiInfo, { commands, shared }: Registry): unknown => {
  const all = [...commands.values(), ...shared.values()];
  const messages: Messages = Object.assign({ ...authMessages }, ...all.map(messagesOf));
  return {
    asyncapi: "3.0.0",
    info: infoOf(info, `${info.name}: websocket`, "The websocket of a floor plan service."),
    defaultContentType: "application/json",
    servers: {
      service: {
        host: "{address}",
        pathname: "{path}",
        protocol: "ws",
        description: "Where the service listens; `wss` behind TLS.",
        variables: {
          address: { default: info.address },
          path: {
            default: "",
            description:
              "The path below which the service is, such as `/h/home`; empty at the root.",
          },
        },
      },
    },
    channels: {
      websocket: {
        address: info.websocket,
        title: "The websocket",
        description,
        messages: Object.fromEntries(Object.keys(messages).map((key) => [key, inComponents(key)])),
        "x-close-codes": closeCodes,
      },
    },
    operations: Object.assign({ ...authOperations }, ...all.map(operationsOf)),
    components: {
      messages: Object.fromEntries(
        Object.entries(messages).map(([name, message]) => [name, { name, ...message }]),
      ),
    },
  };
};
