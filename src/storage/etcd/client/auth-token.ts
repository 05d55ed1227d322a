import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Failure } from "./failure.ts";
import type { MemberChannel } from "./member-channel.ts";
import { authenticate } from "./methods.ts";

/** A user of etcd. */
interface Credentials {
  readonly user: string;
  readonly password: string;
}

const isNotEnabled = /authentication is not enabled$/;

/** The token that etcd gave for a user. */
export class AuthToken {
  readonly #credentials: Credentials | undefined;
  #token: string | undefined;
  #known: boolean;

  /** Nothing is asked for where there is no user. */
  constructor(credentials: Credentials | undefined) {
    this.#credentials = credentials;
    this.#known = credentials === undefined;
  }

  /** What is known without asking. */
  get current(): string | undefined {
    return this.#token;
  }

  /** The token was refused: the next use asks for another one. Says whether there can be another one. */
  refused(token: string | undefined): boolean {
    if (this.#credentials === undefined) return false;
    if (this.#token === token) this.#known = false;
    return true;
  }

  /** Does something with a token, within `ms` milliseconds, and once more with a new one where etcd refuses the first. */
  async use<Answer>(
    member: MemberChannel,
    ms: number,
    work: (token: string | undefined, ms: number) => Promise<Either<Failure, Answer>>,
  ): Promise<Either<Failure, Answer>> {
    const deadline = performance.now() + ms;
    const remaining = (): number => Math.max(0, deadline - performance.now());
    for (let again = true; ; again = false) {
      const token = await this.get(member, remaining());
      if (isLeft(token)) return token;
      const answer = await work(token.right, remaining());
      if (!isLeft(answer) || answer.left.kind !== "token") return answer;
      if (!this.refused(token.right)) return left({ ...answer.left, kind: "refused" });
      if (!again) return left({ ...answer.left, kind: "away" });
    }
  }

  /** The token, which the member is asked for where none is known; undefined where none is needed. */
  async get(member: MemberChannel, ms: number): Promise<Either<Failure, string | undefined>> {
    if (this.#credentials === undefined || this.#known) return right(this.#token);
    const { user: name, password } = this.#credentials;
    const answer = await member.call(authenticate, { name, password }, { ms });
    if (!isLeft(answer)) this.#token = answer.right.token;
    // As etcd's own client does: a user is no reason to fail where etcd asks for none.
    else if (isNotEnabled.test(answer.left.reason)) this.#token = undefined;
    else {
      // What the token is for was not sent.
      return left(answer.left.kind === "unknown" ? { ...answer.left, kind: "away" } : answer.left);
    }
    this.#known = true;
    return right(this.#token);
  }
}
