import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { JsonFile } from "./json-file.ts";
import { hashToken, newToken } from "./token.ts";
import { type User, userCodec } from "./user.ts";

const usersCodec = t.type({ version: t.literal(1), users: t.readonlyArray(userCodec) });
type Users = t.TypeOf<typeof usersCodec>;

/** The users of a data folder, as kept on disk. */
export const usersFile = (dataFolder: string): JsonFile<Users> =>
  new JsonFile<Users>(join(dataFolder, "users.json"), usersCodec, { version: 1, users: [] });

const nameRule = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

/**
 * Creates a user with a token. The right is the token, which is told this once and stored nowhere.
 * A left: the name is taken or odd, or the file cannot be changed.
 */
export const createUser = (
  file: JsonFile<Users>,
  name: string,
  admin: boolean,
): Promise<Either<string, string>> =>
  file.change((content) => {
    if (!nameRule.test(name))
      return left("the name must be 1 to 64 letters, digits, blanks or any of ._@-");
    if (content.users.some((user) => user.name === name))
      return left(`there is a token named "${name}" already`);
    const token = newToken();
    const user: User = {
      id: randomUUID().replaceAll("-", ""),
      name,
      admin,
      owner: admin && !content.users.some((other) => other.owner),
      token_sha256: hashToken(token),
      created_at: new Date().toISOString().replace("Z", "+00:00"),
    };
    return right([{ ...content, users: [...content.users, user] }, token]);
  });

/** Removes a user and the token with it. A left: there is none of that name, or the file cannot be changed. */
export const removeUser = (file: JsonFile<Users>, name: string): Promise<Either<string, void>> =>
  file.change((content) => {
    const users = content.users.filter((user) => user.name !== name);
    if (users.length === content.users.length) return left(`there is no token named "${name}"`);
    return right([{ ...content, users }, undefined]);
  });

/** Time after which a file that could not be read is read again. */
const againMs = 1000;

/** The users as the running service sees them: it follows changes of the file. */
export class UserDirectory {
  readonly #file: JsonFile<Users>;
  readonly #onRevoked: (user: User) => void;
  readonly #onProblem: (problem: string) => void;
  readonly #unwatch: () => void;
  #byHash = new Map<string, User>();
  #stamp = "";
  #again: NodeJS.Timeout | undefined;

  private constructor(
    file: JsonFile<Users>,
    onRevoked: (user: User) => void,
    onProblem: (problem: string) => void,
  ) {
    this.#file = file;
    this.#onRevoked = onRevoked;
    this.#onProblem = onProblem;
    this.#unwatch = file.watch(() => this.#reload());
  }

  /**
   * Reads the users and goes on following the file. `onRevoked` is called for each user whose token is gone,
   * `onProblem` where a later state of the file cannot be understood; the users stay as they were then.
   */
  static open(
    file: JsonFile<Users>,
    onRevoked: (user: User) => void,
    onProblem: (problem: string) => void,
  ): Either<string, UserDirectory> {
    const content = file.read();
    if (isLeft(content)) return content;
    const directory = new UserDirectory(file, onRevoked, onProblem);
    directory.#reload();
    return right(directory);
  }

  /** The user of a token. An unknown token is looked up in the file as well, so that a new one works at once. */
  find(token: string): User | undefined {
    if (this.#file.stamp() !== this.#stamp) this.#reload();
    return this.#byHash.get(hashToken(token));
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  close(): void {
    clearTimeout(this.#again);
    this.#unwatch();
  }

  #reload(): void {
    const stamp = this.#file.stamp();
    const content = this.#file.read();
    clearTimeout(this.#again);
    if (isLeft(content)) {
      this.#onProblem(content.left);
      // It may be the want of a descriptor, and a token that was revoked meanwhile must not last.
      this.#again = setTimeout(() => this.#reload(), againMs).unref();
      return;
    }
    this.#stamp = stamp;
    const before = this.#byHash;
    this.#byHash = new Map(content.right.users.map((user) => [user.token_sha256, user]));
    for (const [hash, user] of before) if (!this.#byHash.has(hash)) this.#onRevoked(user);
  }
}
