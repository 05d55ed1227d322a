import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { CommandError } from "../../server/websocket/command.ts";
import type { Screen } from "../../home-assistant/shared/shared-states.ts";

/** More different questions than screens have; the oldest answer is asked for again. */
const mostKept = 64;

/** Answers, or those on their way, by their questions. */
type Answers<Answer> = Map<string, Promise<Either<CommandError, Answer>>>;

/** Answers of Home Assistant that are asked for once for all, until an event says that they are old, or the connection is lost. */
export class CachedAnswers<Answer> {
  readonly #watch: (screen: Screen) => TaskEither<CommandError, () => void>;
  #watching: Promise<Either<CommandError, Answers<Answer>>> | undefined;
  #unwatch: (() => void) | undefined;

  /** `watch` gives a screen the events after which an answer is another. */
  constructor(watch: (screen: Screen) => TaskEither<CommandError, () => void>) {
    this.#watch = watch;
  }

  /** The answer to a question, by a key of its own: `ask` asks it where nobody has yet. An error is not kept. */
  read(key: string, ask: TaskEither<CommandError, Answer>): TaskEither<CommandError, Answer> {
    return async () => {
      const watched = await (this.#watching ??= this.#begin());
      if (isLeft(watched)) return watched;
      const answers = watched.right;
      const asking = answers.get(key) ?? ask();
      answers.set(key, asking);
      const [oldest] = answers.keys();
      if (answers.size > mostKept && oldest !== undefined) answers.delete(oldest);
      let isKept = false;
      try {
        const answer = await asking;
        isKept = !isLeft(answer);
        return answer;
      } finally {
        if (!isKept && answers.get(key) === asking) answers.delete(key);
      }
    };
  }

  /** The connection is lost: what was answered over it is of no account. */
  lost(): void {
    this.#watching = undefined;
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  #begin(): Promise<Either<CommandError, Answers<Answer>>> {
    const answers: Answers<Answer> = new Map();
    const screen = { emit: () => answers.clear(), hasRoom: () => true, whenRoom: () => undefined };
    const watching = this.#watch(screen)().then((listening) => {
      if (isLeft(listening)) {
        if (this.#watching === watching) this.#watching = undefined;
        return left(listening.left);
      }
      if (this.#watching !== watching) listening.right();
      else this.#unwatch = listening.right;
      return right(answers);
    });
    return watching;
  }
}
