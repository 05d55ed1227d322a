import assert from "node:assert/strict";
import { anyObject } from "../../src/model/codec.ts";
import { documentOf, within } from "../server/api/documented.ts";
import { type Answered, ask, type Asked } from "../support/homes.ts";
import { type Message, Peer } from "../support/peer.ts";
import type { TestScope } from "../support/service.ts";

/** A command as the documents have it. */
export interface Documented {
  readonly type: string;
  readonly isForAdministrators: boolean;
  /** The schema of each field but `id` and `type`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Valid values of the fields that must be there. */
  readonly sample: Message;
}

const valueByType: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: false,
  array: [],
  object: {},
};

/** A valid value of a schema that has nothing unusual, with a text where it takes one. */
const valueOf = (schema: unknown, text: string): unknown => {
  if (!anyObject.is(schema)) return null;
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const [type] = [schema["type"]].flat();
  return type === "string" ? text : (valueByType[String(type)] ?? null);
};

/**
 * Every command that a home's documents describe, and so every command there is: one that is added is among them. Texts
 * are `text`, and a field with an unusual form is given by its name, in `given`.
 */
export const documentedCommands = async (
  home: { readonly url: string },
  text: string,
  given: Message = {},
): Promise<readonly Documented[]> => {
  const document = await documentOf(home, "asyncapi");
  return Object.entries(within(document, "operations")).flatMap(([key, operation]) => {
    const { action, title, tags } = Object(operation);
    if (action !== "receive" || key === "authenticate") return [];
    const payload = within(document, "components", "messages", key, "payload");
    const { id: _id, type: _type, ...fields } = within(payload, "properties");
    const required: unknown = payload["required"];
    assert(Array.isArray(required));
    const names = required.map(String).filter((name) => name in fields);
    const sample = Object.fromEntries(
      names.map((name) => [name, name in given ? given[name] : valueOf(fields[name], text)]),
    );
    const isForAdministrators = JSON.stringify(tags).includes("administrators");
    return [{ type: String(title), isForAdministrators, fields, sample }];
  });
};

/** A method, a path with its parameters in braces, and whether it is for those with a token alone. */
export type DocumentedRequest = readonly [method: string, path: string, needsToken?: boolean];

const requestsIn = (document: Message): readonly DocumentedRequest[] =>
  Object.entries(within(document, "paths")).flatMap(([path, item]) =>
    Object.entries(within(item)).map(([method, about]) => {
      const security: unknown = within(about)["security"];
      assert(Array.isArray(security), `${method} ${path} says who may`);
      return [method.toUpperCase(), path, security.length > 0] as const;
    }),
  );

/** The requests that the documents of a home and of the provider describe, and those that they leave out. */
export const documentedRequests = async (
  home: { readonly url: string },
  port: number,
): Promise<{
  readonly ofHome: readonly DocumentedRequest[];
  readonly ofProvider: readonly DocumentedRequest[];
}> => {
  const told = await ask(port, "/provider/openapi.json");
  const ofProcess = [
    ["GET", "/metrics", true],
    ["GET", "/healthz"],
    ["GET", "/livez"],
  ] as const;
  return {
    ofHome: requestsIn(await documentOf(home, "openapi")),
    ofProvider: [...requestsIn(within(JSON.parse(told.body))), ...ofProcess],
  };
};

/** The paths of requests with every method that means something to a service. */
export const byEveryMethod = (
  requests: readonly DocumentedRequest[],
): readonly DocumentedRequest[] => {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  for (const [method] of requests) assert(methods.includes(method), `${method} is tried`);
  const paths = [...new Set(requests.map(([, path]) => path))];
  return paths.flatMap((path) => methods.map((method) => [method, path] as const));
};

/** How strangers reach a home: by its path, or by its host name. */
export interface Place {
  readonly id: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The setting of the host names of homes in tests. */
export const homeHosts = "*.plans.example";

/** Both ways to a home. */
export const placesOf = (id: string): readonly Place[] => [
  { id, path: `/h/${id}`, headers: {} },
  { id, path: "", headers: { Host: homeHosts.replace("*", id) } },
];

/** What differs between two homes though nobody learns anything by it. */
export const comparable = (text: string, id: string): string =>
  text
    .replaceAll(`/h/${id}`, "/h/ID")
    .replaceAll(homeHosts.replace("*", id), "ID.plans.example")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, "MOMENT");

const textOf = ({ status, headers, body }: Answered): string => {
  const { date: _, ...others } = headers;
  return JSON.stringify({ status, headers: others, body });
};

/** What a place answers to a request below it, as one text. */
export const answerAt = async (
  port: number,
  { id, path, headers }: Place,
  target: string,
  asked: Asked,
): Promise<string> => {
  const merged = { ...asked, headers: { ...asked.headers, ...headers } };
  return comparable(textOf(await ask(port, `${path}${target}`, merged)), id);
};

/** All that a websocket at a place says to messages that are sent at once, until it closes. */
export const heardAt = async (
  t: TestScope,
  port: number,
  { id, path, headers }: Place,
  messages: readonly unknown[],
): Promise<string> => {
  const url = `ws://127.0.0.1:${port}${path}/api/websocket`;
  const peer = await Peer.open(t, port, { url, headers: { ...headers } });
  for (const message of messages) peer.send(message);
  const closed = await peer.closed;
  return comparable(JSON.stringify([peer.received, closed]), id);
};
