import { problemOf } from "./errors.ts";

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
