import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { anyObject } from "../../../src/model/codec.ts";
import type { Message, Peer } from "../../support/peer.ts";
import type { TestService } from "../../support/service.ts";

/** Looks into what was parsed: the object behind a field, or the end of the test. */
export const within = (value: unknown, ...path: readonly string[]): Message => {
  let found = value;
  for (const key of path) found = anyObject.is(found) ? found[key] : undefined;
  assert(anyObject.is(found), `an object at ${path.join(".")}: ${JSON.stringify(found)}`);
  return found;
};

/** A document as a service serves it. */
export const documentOf = async (
  { url }: Pick<TestService, "url">,
  name: "asyncapi" | "openapi",
): Promise<Message> => within(await (await fetch(`${url}/api/${name}.json`)).json());

/** The same schema, which takes no fields but those that it names, where it says which ones there have to be. */
const closedOff = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closedOff);
  if (!anyObject.is(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closedOff(value)]),
  );
  return anyObject.is(schema["properties"]) && Array.isArray(schema["required"])
    ? { additionalProperties: false, ...inner }
    : inner;
};

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

/** Fails where a value is not of a documented schema, or has fields of which that says nothing. */
export const assertFits = (schema: unknown, value: unknown, what: string): void => {
  assert(anyObject.is(schema), `${what} is documented`);
  const fits: ValidateFunction = ajv.compile(within(closedOff(schema)));
  assert(fits(value), `${what}: ${JSON.stringify(value)}: ${ajv.errorsText(fits.errors)}`);
};

/** A connection that keeps in mind which command each id stands for. */
export class DocumentedPeer {
  readonly peer: Peer;
  readonly #sent = new Map<unknown, string>();

  constructor(peer: Peer) {
    this.peer = peer;
  }

  /** Sends a command, and returns its reply. */
  async ask(type: string, fields: Message = {}): Promise<Message> {
    const id = this.peer.newId();
    this.#sent.set(id, type);
    this.peer.send({ id, type, ...fields });
    return this.peer.replyTo(id);
  }

  /** Holds all that was received against the document, and returns which of its messages that were. */
  seenIn(document: Message): readonly string[] {
    const messages = within(document, "components", "messages");
    const seen = this.peer.received.map((message) => {
      const command = this.#sent.get(message["id"])?.replaceAll("/", ".");
      const kind =
        message["type"] === "event" ? "event" : message["success"] === false ? "error" : "result";
      const key = command === undefined ? String(message["type"]) : `${command}.${kind}`;
      assertFits(within(messages, key)["payload"], message, key);
      return key;
    });
    return [...new Set(seen)];
  }
}

/** The keys of the messages that a service sends, of which an end is given. */
export const sentIn = (document: Message, ...ends: readonly string[]): readonly string[] =>
  Object.keys(within(document, "components", "messages")).filter((key) =>
    ends.some((end) => key.endsWith(end)),
  );
