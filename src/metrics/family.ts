/** Labels of a sample, by name. */
export type Labels = Readonly<Record<string, string>>;

/** One line of what is exposed; `suffix` is what its name has behind that of its family, such as `_bucket`. */
export interface Sample {
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

/** A metric with all its samples. A counter's name ends with `_total`, as its samples' names do. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}
