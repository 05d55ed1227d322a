import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

const rulesCodec = t.type({
  groups: t.array(t.type({ rules: t.array(t.type({ alert: t.string, expr: t.string })) })),
});

const sourceCodec = t.type({
  type: t.literal("prometheus"),
  uid: t.literal("${datasource}"),
});

const placeCodec = t.type({ x: t.number, y: t.number, w: t.number, h: t.number });

const boardCodec = t.type({
  panels: t.array(
    t.intersection([
      t.type({ id: t.number, title: t.string, type: t.string, gridPos: placeCodec }),
      t.partial({
        datasource: sourceCodec,
        targets: t.array(t.type({ expr: t.string, refId: t.string, datasource: sourceCodec })),
      }),
    ]),
  ),
  templating: t.type({ list: t.array(t.type({ name: t.string, type: t.string })) }),
});

/** A panel of a board. */
export type Panel = t.TypeOf<typeof boardCodec>["panels"][number];

const decoded = <A>(codec: t.Type<A, unknown>, value: unknown): A => {
  const found = codec.decode(value);
  if (isLeft(found)) throw new Error(`not as expected: ${JSON.stringify(found.left[0]?.context)}`);
  return found.right;
};

/** The alerting rules of a file. */
export const alertsCodec = (
  value: unknown,
): readonly { readonly alert: string; readonly expr: string }[] =>
  decoded(rulesCodec, value).groups.flatMap(({ rules }) => rules);

/** A board, as far as Grafana has to find things in it. */
export const boardOf = (text: string): t.TypeOf<typeof boardCodec> =>
  decoded(boardCodec, JSON.parse(text));

/** Every expression of a board, with values in place of Grafana's variables. */
export const boardExpressions = (text: string): readonly string[] =>
  boardOf(text)
    .panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) =>
      expr
        .replaceAll("$__rate_interval", "1m")
        .replaceAll("$job", "floorplan")
        .replaceAll("$instance", ".+"),
    );

/** Names of metrics that an expression has. */
export const metricsIn = (expression: string): readonly string[] =>
  expression.match(/\b(?:up\b|(?:floorplan|process|nodejs)_\w+)/g) ?? [];
