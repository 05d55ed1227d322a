/** Why a request is not done: its status, and a sentence for whoever sent it. An error, since it also goes through what only knows those, such as streams. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/**
 * The problem behind an error: a refusal's own, 507 where the disk is full, 503 where no more files can be
 * opened, else `otherwise` and the message.
 */
export const problemBehind = (error: unknown, message: string, otherwise = 500): Refusal => {
  if (error instanceof Refusal) return error;
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new Refusal(507, "the disk is full: nothing was changed");
    case "EMFILE":
    case "ENFILE":
      return new Refusal(503, "no more files can be opened for the moment: try again");
    default:
      return new Refusal(otherwise, message);
  }
};
