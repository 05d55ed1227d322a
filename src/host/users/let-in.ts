import { hashToken } from "./token.ts";

/** Logins that are remembered at a time; the one that was seen longest ago is forgotten first. */
const mostRemembered = 10_000;

/** Remembers by what logins of a network succeeded, such as a token, as hashes: what has let somebody in is no guess. */
export class LetIn {
  readonly #hashes = new Set<string>();

  /** By this somebody of the network was let in. */
  remember(network: string, mark: string): void {
    const hash = hashToken(`${network} ${mark}`);
    this.#hashes.delete(hash);
    this.#hashes.add(hash);
    const [oldest] = this.#hashes;
    if (this.#hashes.size > mostRemembered && oldest !== undefined) this.#hashes.delete(oldest);
  }

  /** It lets nobody in any more. */
  forget(network: string, mark: string): void {
    this.#hashes.delete(hashToken(`${network} ${mark}`));
  }

  has(network: string, mark: string): boolean {
    return this.#hashes.has(hashToken(`${network} ${mark}`));
  }
}
