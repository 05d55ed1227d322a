import { isFull, isOutOfDescriptors } from "../../../wal/index.ts";

/** Why a request was not done: its status, and a sentence for whoever sent it. */
export interface HttpProblem {
  readonly status: number;
  readonly message: string;
}

export const httpProblem = (status: number, message: string): HttpProblem => ({ status, message });

/** A problem on its way through what only knows errors, such as streams. */
export class Refusal extends Error {
  readonly problem: HttpProblem;

  constructor(status: number, message: string) {
    super(message);
    this.problem = { status, message };
  }
}

/**
 * The problem behind an error: a refusal's own, 507 where the disk is full, 503 where no more files can be
 * opened, else `otherwise` and the message.
 */
export const problemBehind = (error: unknown, message: string, otherwise = 500): HttpProblem => {
  if (error instanceof Refusal) return error.problem;
  if (isFull(error)) return httpProblem(507, "the disk is full: nothing was changed");
  return isOutOfDescriptors(error)
    ? httpProblem(503, "no more files can be opened for the moment: try again")
    : httpProblem(otherwise, message);
};
