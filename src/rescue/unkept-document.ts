import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { DocumentKind, KeptDocument } from "../host/users/kept-document.ts";

/** A document that is being made, and kept nowhere yet. */
export class InMemoryDocument<A> implements KeptDocument<A> {
  readonly place: string;
  readonly isThere = true;
  content: A;

  /** It begins empty. */
  constructor({ name, empty }: DocumentKind<A>) {
    this.place = name;
    this.content = empty;
  }

  read(): Either<string, A> {
    return right(this.content);
  }

  async change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    const changed = change(this.content);
    if (isLeft(changed)) return changed;
    const [content, result] = changed.right;
    this.content = content;
    return right(result);
  }

  stamp(): string {
    return "";
  }

  watch(): () => void {
    return () => undefined;
  }
}
