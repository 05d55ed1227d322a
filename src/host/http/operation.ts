import * as t from "io-ts";
import { describe, type JsonSchema, withSchema } from "../../model/codec.ts";

/** What is in a body, by its media type. */
export type Content = Readonly<Record<string, t.Mixed>>;

/** A parameter of a request. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly type: t.Mixed;
}

/** What is answered with a status. */
export interface AnswerAbout {
  /** When, in words. */
  readonly when: string;
  readonly content?: Content;
}

/** What clients are told of one method of a route. */
export interface Operation {
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Whose token it needs. */
  readonly token: "none" | "anybody" | "administrator";
  readonly parameters?: readonly Parameter[];
  readonly body?: Content;
  /** By their status; those that any request may get are left out. */
  readonly answers: Readonly<Record<number, AnswerAbout>>;
}

/** A body of JSON. */
export const json = (type: t.Mixed): Content => ({ "application/json": type });

/** What a body of JSON says where something was not done. */
export const problemCodec = t.readonly(
  t.type({ message: describe("a sentence for whoever asked", t.string) }),
);

/** An answer that says in JSON why something was not done. */
export const saysWhy = (when: string): AnswerAbout => ({ when, content: json(problemCodec) });

/** Bytes of a media type. */
export const binary = (contentMediaType: string): t.Mixed =>
  withSchema({ type: "string", contentMediaType }, t.string);

/** The fields of a form, of which each has a schema. */
export const form = (fields: Readonly<Record<string, JsonSchema>>): Content => ({
  "multipart/form-data": withSchema(
    { type: "object", properties: fields, required: Object.keys(fields) },
    t.unknown,
  ),
});

/** The answer to whoever asks for what they have already, by its `ETag`. */
export const notModified: AnswerAbout = { when: "what the client has is still the same" };

/** The answers to whoever asks for a file: `when` says what is sent. */
export const fileAnswers = (when: string, content: Content): Operation["answers"] => ({
  200: { when, content },
  206: { when: "the part of it that was asked for", content },
  304: notModified,
  412: saysWhy("a condition of the request does not hold"),
  416: saysWhy("it has no such part"),
});
