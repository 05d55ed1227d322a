import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { createUser, type UsersDocument } from "../host/users/user-directory.ts";
import { hasEnded } from "../host/users/user.ts";
import type { Manifest } from "../backup/manifest.ts";

/** What a restore has made. */
export interface RestoreResult {
  readonly manifest: Manifest;
  /** Files among its images that are no images of the home that was restored, and were left out. */
  readonly others: number;
  /** Whose tokens are valid as they were in the backup. */
  readonly names: readonly string[];
  /** Whose tokens came with them, and have ended. */
  readonly ended: readonly string[];
  /** The administrator token that was made because no other is valid; it is stored nowhere. */
  readonly firstToken: string | undefined;
}

/** The users of what was restored, and a first one where nobody of them could come in. */
export const ensureUser = async (
  users: UsersDocument,
): Promise<Either<string, Pick<RestoreResult, "names" | "ended" | "firstToken">>> => {
  const content = users.read();
  if (isLeft(content)) return content;
  const now = Date.now();
  const namesOf = (isOver: boolean): readonly string[] =>
    content.right.users.flatMap((user) => (hasEnded(user, now) === isOver ? [user.name] : []));
  const [names, ended] = [namesOf(false), namesOf(true)];
  if (names.length > 0) return right({ names, ended, firstToken: undefined });
  const token = await createUser(users, "admin", { admin: true, control: true });
  return isLeft(token) ? token : right({ names, ended, firstToken: token.right });
};
