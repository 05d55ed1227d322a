/** Why a request was not done: its status, and a sentence for whoever sent it. */
export interface HttpProblem {
  readonly status: number;
  readonly message: string;
}

export const httpProblem = (status: number, message: string): HttpProblem => ({ status, message });

/** A problem on its way through what only knows errors, such as streams. */
export class Refusal extends Error {
  readonly problem: HttpProblem;

  constructor(problem: HttpProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "EFBIG");

/** The problem behind an error of the disk: 507 where it is full, else undefined. */
export const diskFullProblem = (error: unknown): HttpProblem | undefined =>
  isFull(error) ? httpProblem(507, "the disk is full: nothing was changed") : undefined;
