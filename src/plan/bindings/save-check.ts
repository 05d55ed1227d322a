import { type Either, isLeft, left, mapLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Call, CommandError } from "../../server/websocket/command.ts";
import { serial } from "../../server/runtime/coalescing.ts";
import {
  inTurns,
  type EventLoopTurns,
  type YieldTurn,
} from "../../server/runtime/event-loop-turns.ts";
import type { MailboxLimits } from "../mailbox.ts";
import { invalidChange, type Save, type SaveError } from "../state.ts";
import { applyPatch, type RefusedOperation } from "../changes/apply-patch.ts";
import { textOfDraft } from "../text/draft-text.ts";
import { type BindingLimits, firstAddedBinding } from "./plan-bindings.ts";
import type { BindingsFollower } from "./bindings-follower.ts";

/** Makes a save, or says why the caller may not. */
export type SaveCheck = <A>(
  save: Save,
  call: Pick<Call, "user" | "isOpen">,
  make: TaskEither<SaveError, A>,
) => TaskEither<CommandError | SaveError, A>;

type Checked = Either<CommandError | SaveError, void>;

const unauthorized = (message: string): Either<CommandError, never> =>
  left({ code: "unauthorized", message });

/**
 * With Home Assistant, the plan's templates are rendered with the service's rights, and users with the right to
 * control can make its calls and write its zones to sensors. So users without that right may add none of these: their saves are checked before they reach
 * the plan's mailbox, one at a time, with at most as many bytes waiting as in the mailbox.
 */
export class SaveChecker {
  readonly #names: Pick<BindingsFollower, "known" | "newest" | "reader">;
  readonly #limits: BindingLimits & Pick<MailboxLimits, "mailboxBytes">;
  readonly #share: YieldTurn;
  /** Bytes of drafts that wait or are checked. */
  #bytes = 0;
  readonly #inTurn = serial();

  constructor(
    names: Pick<BindingsFollower, "known" | "newest" | "reader">,
    limits: BindingLimits & Pick<MailboxLimits, "mailboxBytes">,
    turns: EventLoopTurns,
  ) {
    this.#names = names;
    this.#limits = limits;
    this.#share = turns.share();
  }

  readonly check: SaveCheck = (save, { user, isOpen }, make) => {
    if (user.control) return make;
    return async () => {
      const looked = await this.#inLine(save);
      if (isLeft(looked)) return looked;
      // A token revoked meanwhile saves nothing more, from the very turn in which that is known.
      return isOpen() ? make() : left({ kind: "not-loaded", reason: "the connection has ended" });
    };
  };

  #inLine(save: Save): Promise<Checked> {
    const { mailboxBytes } = this.#limits;
    const { bytes } = save.content;
    if (this.#bytes + bytes > mailboxBytes)
      return Promise.resolve(
        left({ kind: "overloaded", limit: "mailbox-bytes", value: mailboxBytes }),
      );
    this.#bytes += bytes;
    return this.#inTurn(() => this.#look(save)).finally(() => {
      this.#bytes -= bytes;
    });
  }

  async #look({ content, guard }: Save): Promise<Checked> {
    await this.#names.known();
    const { rev, names, text } = this.#names.newest;
    // Another save was first: what it removed is not an addition of this one.
    if (guard !== undefined && guard < rev) return left({ kind: "conflict", current: rev });
    const isChange = "operations" in content;
    // Only on its own revision is it known what a change makes.
    if (isChange && guard !== rev) return left({ kind: "conflict", current: rev });
    const wished = isChange
      ? mapLeft((refused: RefusedOperation) => invalidChange(content, refused))(
          applyPatch(text, rev, content),
        )
      : right(textOfDraft(content));
    if (isLeft(wished)) return left(wished.left);
    const wanted = await inTurns(this.#names.reader.read(wished.right), this.#share);
    const added = await inTurns(firstAddedBinding(wanted, names, this.#limits), this.#share);
    return added === undefined
      ? right(undefined)
      : unauthorized(
          `plan: ${added}, and only users with the right to control may add calls, templates, sensors of zones and actions of Home Assistant's page`,
        );
  }
}
