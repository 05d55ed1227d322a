import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Failure } from "./failure.ts";
import type { MemberChannel } from "./member-channel.ts";
import { authenticate } from "./methods.ts";

interface Credentials {
  readonly user: string;
  readonly password: string;
}

const isNotEnabled = /authentication is not enabled$/;

export class AuthToken {
  readonly #credentials: Credentials | undefined;
  #token: string | undefined;
  #known: boolean;

  /** Without credentials no token is requested. */
  constructor(credentials: Credentials | undefined) {
    this.#credentials = credentials;
    this.#known = credentials === undefined;
  }

  /** The known token, without a request. */
  get current(): string | undefined {
    return this.#token;
  }

  /** Discards a refused token; returns whether there can be another one. */
  refused(token: string | undefined): boolean {
    if (this.#credentials === undefined) return false;
    if (this.#token === token) this.#known = false;
    return true;
  }

  /** Runs `work` with a token within `ms` milliseconds, and once more with a new token if etcd refuses the first. */
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

  /** The token, requested from the member if unknown; undefined if none is needed. */
  async get(member: MemberChannel, ms: number): Promise<Either<Failure, string | undefined>> {
    if (this.#credentials === undefined || this.#known) return right(this.#token);
    const { user: name, password } = this.#credentials;
    const answer = await member.call(authenticate, { name, password }, { ms });
    if (!isLeft(answer)) this.#token = answer.right.token;
    // Like etcd's own client: a user is not an error if etcd needs none.
    else if (isNotEnabled.test(answer.left.reason)) this.#token = undefined;
    else {
      // The request that needs the token was not sent.
      return left(answer.left.kind === "unknown" ? { ...answer.left, kind: "away" } : answer.left);
    }
    this.#known = true;
    return right(this.#token);
  }
}
