/** Gives ids that are unique in a plan: the wanted one, or one with a number behind it. */
export class Ids {
  readonly #taken = new Set<string>();

  of(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted}-${number}`;
    this.#taken.add(id);
    return id;
  }
}
