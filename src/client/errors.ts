import {
  ERR_CANNOT_CONNECT,
  ERR_CONNECTION_LOST,
  ERR_INVALID_AUTH,
} from "home-assistant-js-websocket";

export interface PlanProblem {
  /**
   * A code of the service such as `conflict`, `http_413` for an HTTP status, or the client's own, such as `offline`.
   */
  readonly code: string;
  /** The service's message. */
  readonly message: string;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** A string field of a received value; undefined if there is none. */
export const textField = (value: unknown, name: string): string | undefined => {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
};

/** A number field of a received value; undefined if there is none. */
export const numberField = (value: unknown, name: string): number | undefined => {
  const found = field(value, name);
  return typeof found === "number" ? found : undefined;
};

/** The strings in a list field of a received value; empty if there is none. */
export const textsField = (value: unknown, name: string): readonly string[] => {
  const found = field(value, name);
  return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
};

/** Whether a field of a received value is `true`. */
export const isTrue = (value: unknown, name: string): boolean => field(value, name) === true;

/**
 * Turns an error of the websocket library into a problem. A command that was never sent is `offline`; one that was sent
 * but not answered is `connection_lost`: it may or may not have been done.
 */
export const problemOf = (error: unknown): PlanProblem => {
  if (error === ERR_CONNECTION_LOST || error === ERR_CANNOT_CONNECT)
    return { code: "offline", message: "the service is not connected" };
  if (error === ERR_INVALID_AUTH)
    return { code: "invalid_auth", message: "the service does not accept this token" };
  const inner = field(error, "error");
  if (inner !== undefined)
    return numberField(inner, "code") === ERR_CONNECTION_LOST
      ? { code: "connection_lost", message: "the connection was lost before a reply" }
      : problemOf(inner);
  const message = textField(error, "message") ?? String(error);
  return { code: textField(error, "code") ?? "unknown_error", message };
};

/** The service refused a command, or could not be reached. */
export class FloorplanError extends Error {
  /** A code of the service such as `conflict`, `http_` and a status, or `offline`, `connection_lost`, `invalid_auth`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "FloorplanError";
    this.code = code;
  }
}

export const toFloorplanError = (error: unknown): FloorplanError => {
  const { code, message } = problemOf(error);
  return new FloorplanError(code, message);
};

export const rejectAsFloorplanError = (error: unknown): never => {
  throw toFloorplanError(error);
};
