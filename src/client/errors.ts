import {
  ERR_CANNOT_CONNECT,
  ERR_CONNECTION_LOST,
  ERR_INVALID_AUTH,
} from "home-assistant-js-websocket";

/** Why something was not done. */
export interface PlanProblem {
  /** A code of the service such as `conflict`, `http_413` for an HTTP status, or one of a client's own, such as `offline`. */
  readonly code: string;
  /** What the service said. */
  readonly message: string;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** A field that is a text, of whatever was received; undefined where there is none. */
export const textField = (value: unknown, name: string): string | undefined => {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
};

/** A field that is a number, of whatever was received; undefined where there is none. */
export const numberField = (value: unknown, name: string): number | undefined => {
  const found = field(value, name);
  return typeof found === "number" ? found : undefined;
};

/** The texts in a field that is a list, of whatever was received; empty where there is none. */
export const textsField = (value: unknown, name: string): readonly string[] => {
  const found = field(value, name);
  return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
};

/** Whether a field is `true`, of whatever was received. */
export const isTrue = (value: unknown, name: string): boolean => field(value, name) === true;

/**
 * What the websocket library throws, as a problem. A command that was never sent is `offline`; one that was
 * sent and got no answer is `connection_lost`: it may have been done or not.
 */
export const problemOf = (error: unknown): PlanProblem => {
  if (error === ERR_CONNECTION_LOST || error === ERR_CANNOT_CONNECT)
    return { code: "offline", message: "the service is not connected" };
  if (error === ERR_INVALID_AUTH)
    return { code: "invalid_auth", message: "the service does not accept this token" };
  const inner = field(error, "error");
  if (inner !== undefined)
    return numberField(inner, "code") === ERR_CONNECTION_LOST
      ? { code: "connection_lost", message: "the connection was lost before an answer came" }
      : problemOf(inner);
  const message = textField(error, "message") ?? String(error);
  return { code: textField(error, "code") ?? "unknown_error", message };
};

/** What a service refused, or why it could not be asked. */
export class FloorplanError extends Error {
  /** A code of the service such as `conflict`, `http_` and a status, or `offline`, `connection_lost`, `invalid_auth`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "FloorplanError";
    this.code = code;
  }
}

/** What went wrong, as an error of this client. */
export const toFloorplanError = (error: unknown): FloorplanError => {
  const { code, message } = problemOf(error);
  return new FloorplanError(code, message);
};

/** Rejects with what went wrong, as an error of this client. */
export const rejectAsFloorplanError = (error: unknown): never => {
  throw toFloorplanError(error);
};
