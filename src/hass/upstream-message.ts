import type { JsonText } from "../raw-json/json-text.ts";
import { findMembers, type MemberValue, withNumber } from "../raw-json/members.ts";
import type { Steps } from "../raw-json/steps.ts";

/** A message of Home Assistant to one command. */
export interface UpstreamMessage {
  /** The id of the command. */
  readonly id: number;
  /** `result`, `event` or `pong`. */
  readonly type: string;
  /** Whether it is a result that tells of success. */
  readonly isSuccess: boolean;
  /** Whether it is a result with nothing in it, as that of a command whose events follow. */
  readonly isEmpty: boolean;
  readonly bytes: Buffer;
  /** The same message, as one to a command of another id. */
  readonly withId: (id: number) => JsonText;
}

const looked: ReadonlySet<string> = new Set(["id", "type", "success", "result"]);

/** Reads whom a message is for, without parsing what is in it. `undefined` where it is no JSON, or for no command. */
export function* readUpstreamMessage(bytes: Buffer): Steps<UpstreamMessage | undefined> {
  const members = yield* findMembers(bytes, looked);
  const textOf = (value: MemberValue | undefined): string =>
    value === undefined ? "" : bytes.toString("utf8", value.start, value.end);
  const place = members?.get("id");
  const id = Number(textOf(place));
  if (members === undefined || place?.kind !== "other" || !Number.isInteger(id)) return undefined;
  const type: unknown =
    members.get("type")?.kind === "string" ? JSON.parse(textOf(members.get("type"))) : "";
  return {
    id,
    type: String(type),
    isSuccess: textOf(members.get("success")) === "true",
    isEmpty: members.get("result")?.kind === "null",
    bytes,
    withId: (other) => withNumber(bytes, place, other),
  };
}
