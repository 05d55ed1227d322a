/** A map that drops the entry set longest ago once it has more than `most`. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #onDropped: (key: Key, value: Value) => void;

  /** `onDropped` is called for each dropped entry. */
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
