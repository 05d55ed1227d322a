import { isFull, isOutOfDescriptors } from "../../../wal/index.ts";

/** Why a request is not done: its status, and a sentence for whoever sent it. An error, since it also goes through what only knows those, such as streams. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The problem behind an error: a refusal's own, 507 where the disk is full, 503 where no more files can be
 * opened, else `otherwise` and the message.
 */
export const problemBehind = (error: unknown, message: string, otherwise = 500): Refusal => {
  if (error instanceof Refusal) return error;
  if (isFull(error)) return new Refusal(507, "the disk is full: nothing was changed");
  return isOutOfDescriptors(error)
    ? new Refusal(503, "no more files can be opened for the moment: try again")
    : new Refusal(otherwise, message);
};
