import type { Loss, LossKind } from "../model/import/import-result.ts";
import { printable } from "./shown.ts";

/** So many names are told of what is lost. */
const mostNames = 5;

/** Notes what a plan lacks of the files that it is made of. */
export class Losses {
  readonly #lost = new Map<LossKind, { count: number; readonly names: string[] }>();

  /** One more of a kind, or several; by its name where it has one. */
  add(what: LossKind, name = "", count = 1): void {
    if (count === 0) return;
    const loss = this.#lost.get(what) ?? { count: 0, names: [] };
    loss.count += count;
    if (name !== "" && loss.names.length < mostNames) loss.names.push(printable(name));
    this.#lost.set(what, loss);
  }

  /** All of them, in the order in which they were met first. */
  list(): readonly Loss[] {
    return [...this.#lost].map(([what, { count, names }]) => ({ what, count, names }));
  }
}
