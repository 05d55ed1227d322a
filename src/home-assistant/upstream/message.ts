import { isLeft } from "fp-ts/lib/Either.js";
import {
  findMembers,
  type JsonText,
  type MemberValue,
  withNumber,
} from "../../plan/raw-json/raw-json.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import type { CooperativeTask } from "../../plan/raw-json/json-cursor.ts";

/** A message from Home Assistant to one command. Its content stays unparsed until needed. */
export interface UpstreamMessage {
  /** The id of the command. */
  readonly id: number;
  /** `result`, `event` or `pong`. */
  readonly type: string;
  /** Whether it is a successful result. */
  readonly isSuccess: boolean;
  /** Whether it is an empty result, as of a command whose events follow. */
  readonly isEmpty: boolean;
  /** The text of a member; undefined if it is missing. */
  readonly textOf: (member: "result" | "event" | "error") => Buffer | undefined;
  /** The same message with another command's id. */
  readonly withId: (id: number) => JsonText;
}

const looked: ReadonlySet<string> = new Set(["id", "type", "success", "result", "event", "error"]);

/** Longer than any type. */
const maxTypeBytes = 256;

/** Reads a message's envelope without parsing its content. `undefined` if it is not JSON, or for no command. */
export function* readUpstreamMessage(bytes: Buffer): CooperativeTask<UpstreamMessage | undefined> {
  const members = yield* findMembers(bytes, looked);
  const place = members?.get("id");
  if (members === undefined || place?.kind !== "other") return undefined;
  const textOf = (value: MemberValue | undefined): Buffer | undefined =>
    value && bytes.subarray(value.start, value.end);
  const id = Number(textOf(place)?.toString());
  if (!Number.isInteger(id)) return undefined;
  const typeText = members.get("type")?.kind === "string" ? textOf(members.get("type")) : undefined;
  const isType = typeText !== undefined && typeText.length <= maxTypeBytes;
  return {
    id,
    type: isType ? String(JSON.parse(typeText.toString())) : "",
    isSuccess: textOf(members.get("success"))?.toString() === "true",
    isEmpty: members.get("result")?.kind === "null",
    textOf: (member) => textOf(members.get(member)),
    withId: (other) => withNumber(bytes, place, other),
  };
}

/** The parsed value; undefined if it is missing, or nested deeper than `levels`. */
export const parsedIn = (text: Buffer | undefined, levels: number): unknown => {
  if (text === undefined) return undefined;
  const parsed = parseJson(text, levels);
  return isLeft(parsed) ? undefined : parsed.right;
};
