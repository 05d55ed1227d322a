/** A map of at most so many entries: of more, the one that was set longest ago goes. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #onDropped: (key: Key, value: Value) => void;

  /** `onDropped` is called for each entry that made room for another. */
  constructor(most: number, onDropped: (key: Key, value: Value) => void = () => undefined) {
    super();
    this.#most = most;
    this.#onDropped = onDropped;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this;
    if (this.size > this.#most && oldest !== undefined) {
      this.delete(oldest[0]);
      this.#onDropped(...oldest);
    }
    return this;
  }
}
